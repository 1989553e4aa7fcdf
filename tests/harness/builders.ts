import { z } from "zod";
import { paisa } from "../../shared/money.ts";
import { type ActionName, type PagePath, pages } from "../../shared/pages.ts";
import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { menus } from "../../shared/resources/menus.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import type { Society } from "./initial-data.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord, type Reply } from "./reply.ts";

type PlotValues = Partial<InputOf<typeof plot>>;
type RateValues = Partial<InputOf<typeof serviceRate>>;

interface Permission {
  role: string;
  page: PagePath;
  action: ActionName;
}

/** A service rate and the payment plan generated from it. */
export interface RateAndPlan {
  rate: RecordOf<typeof serviceRate>;
  plan: RecordOf<typeof paymentPlan>;
}

export interface Schedule extends RateAndPlan {
  rows: RecordOf<typeof paymentSchedule>[];
}

/**
 * Functions that create records through the API as the administrator. Defaults match the category, type and floor of
 * the residents' plots.
 */
export function createBuilders({ admin, society }: { admin: Person; society: Society }) {
  let plotCount = 0;
  return {
    createPlot,
    createRate,
    createPlan,
    createSchedule,
    createExpense,
    grant: createPermissionSetter(1),
    revoke: createPermissionSetter(0),
  };

  async function createPlot(values: PlotValues = {}): Promise<RecordOf<typeof plot>> {
    const { CategoryID, TypeID, FloorID } = society.aliPlot;
    const defaults = { HouseNo: `N-${++plotCount}`, OwnerName: "Nadia", CategoryID, TypeID, FloorID };
    return parseRecord(plot, await admin.post("/plot", { ...defaults, ...values }));
  }

  /** By default Rs 2,500 a month for all of 2026, due on the 10th. */
  async function createRate(values: RateValues = {}): Promise<RecordOf<typeof serviceRate>> {
    return parseRecord(serviceRate, await admin.post("/service-rate", { ...defaultRate(society), ...values }));
  }

  async function createPlan(values: RateValues = {}): Promise<RateAndPlan> {
    const rate = await createRate(values);
    const plan = parseRecord(paymentPlan, await admin.post("/payment-plan", rate));
    return { rate, plan };
  }

  /** Generates a schedule from a new rate and plan, by default for the residents' plots. */
  async function createSchedule({
    plots,
    ...values
  }: RateValues & { plots?: readonly number[] } = {}): Promise<Schedule> {
    const { rate, plan } = await createPlan(values);
    const { RateID } = rate;
    const { PaymentPlanID } = plan;
    const PlotIDs = plots ?? [society.aliPlot.PlotID, society.sanaPlot.PlotID];
    assertOk(await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs }));
    return { rate, plan, rows: await admin.list(paymentSchedule, `?PaymentPlanID=${PaymentPlanID}`) };
  }

  async function createExpense(values: Partial<InputOf<typeof expenses>> = {}): Promise<RecordOf<typeof expenses>> {
    const defaults = {
      ExpenseType: "Security",
      ExpenseTitle: "Guards",
      Month: "11",
      Year: "2026",
      Amount: 90_000,
    } as const;
    return parseRecord(expenses, await admin.post("/expenses", { ...defaults, ...values }));
  }

  /** Returns a function that saves one cell of the permission grid. */
  function createPermissionSetter(IsAllowed: 0 | 1) {
    return async ({ role: RoleName, page, action: ActionName }: Permission): Promise<void> => {
      const pageId = pages.find(({ path }) => path === page)?.id;
      const RoleID = (await admin.list(role)).find((row) => row.RoleName === RoleName)?.RoleID;
      const MenuID = (await admin.list(menus)).find((row) => row.MenuURL === pageId)?.MenuID;
      const ActionID = (await admin.list(action)).find((row) => row.ActionName === ActionName)?.ActionID;
      assertOk(await admin.post("/role-permissions", { RoleMenuActions: [{ RoleID, MenuID, ActionID, IsAllowed }] }));
    };
  }
}

/** The values of the service charge form: Rs 2,500 a month for all of 2026. */
export function defaultRate({ aliPlot }: Society): InputOf<typeof serviceRate> {
  return {
    StartMonth: 1,
    StartYear: 2026,
    EndMonth: 12,
    EndYear: 2026,
    PlotTypeID: aliPlot.TypeID,
    PlotCategoryID: aliPlot.CategoryID,
    FloorID: aliPlot.FloorID,
    FloorRate: 2500,
  };
}

const createdDisplay = z.object({ DisplayID: z.int(), Key: z.string() });
const displaySession = z.object({ token: z.string(), name: z.string() });

/** A registered display and its session. */
interface DisplayClient {
  DisplayID: number;
  key: string;
  token: string;
  /** Sends a request below /api with the token of the display. */
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Registers a display and opens its link. */
export async function createDisplay(
  { admin, anonymous }: { admin: Person; anonymous: Person },
  DisplayName = "Lobby",
): Promise<DisplayClient> {
  const { DisplayID, Key } = createdDisplay.parse(assertOk(await admin.post("/display", { DisplayName })).body.data);
  const { token } = await openDisplayLink(anonymous, Key);
  const headers = { authorization: `Bearer ${token}` };
  return {
    DisplayID,
    key: Key,
    token,
    send: (method, path, body) => anonymous.send({ method, path, body, headers }),
  };
}

/** Exchanges the key of a display link for a session. */
export async function openDisplayLink(anonymous: Person, key: string): Promise<z.output<typeof displaySession>> {
  return displaySession.parse(assertOk(await anonymous.post("/wall/token", { key })).body);
}

const CreatedAt = "2026-11-05T07:00:00.000Z";

/** Stored expenses with different descriptions of this length in characters, for large commits. */
export function buildExpenseRows(count: number, descriptionLength: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...buildExpenseRow(),
    Description: String(index).padEnd(descriptionLength, "a"),
  }));
}

/** A stored expense of one rupee in November 2026. */
export function buildExpenseRow() {
  return {
    ExpenseType: "Security",
    ExpenseTitle: "Guards",
    Description: "",
    Month: "11",
    Year: "2026",
    Amount: paisa(100),
    IsPaid: 0,
    IsPaidByImport: 0,
    PaidOnDate: null,
    AccountID: null,
    Payee: "",
    VoucherNo: "",
    AttachmentID: "",
    AttachmentType: "" as const,
    ImportKey: "",
    CreatedAt,
    UpdatedAt: CreatedAt,
  } as const;
}
