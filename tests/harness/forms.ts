import type { FieldMeta } from "../../shared/field-meta.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { action } from "../../shared/resources/action.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { users } from "../../shared/resources/users.ts";
import { defaultRate } from "./builders.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./person.ts";
import { assertOk } from "./reply.ts";

type Values = Readonly<Record<string, unknown>>;

/** Valid values of one form, and the messages for missing and invalid ones. */
export interface FormExample {
  name: string;
  resource: AnyResource;
  /** Valid values for a new record. */
  body: Values;
  /** Valid values for an update of that record. */
  change: Values;
  /** The message of each required field that is missing or invalid, in the order of the form. */
  requiredMessages: Readonly<Record<string, string>>;
  /** The message of each optional field that is invalid. */
  optionalMessages?: Readonly<Record<string, string>>;
}

/** Resources whose forms have tests of their own. */
const formsTestedElsewhere = [
  "payment-plan",
  "payment-schedule",
  "payment-receipt",
  "adjustment",
  "account",
  "bill",
  "certificate",
  "claim",
  "day-close",
  "deposit-slip",
  "drawer",
];

/**
 * An example of every form that adds and changes records, except those tested elsewhere. Examples of resources that are
 * not listed here are derived from their declarations. Creates a second account, which the example of a transfer names.
 */
export async function buildFormExamples(harness: Harness): Promise<FormExample[]> {
  const { society, admin } = harness;
  const { CategoryID, TypeID, FloorID } = society.aliPlot;
  const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
  assertOk(
    await admin.post("/account", {
      AccountName: "Second bank",
      Kind: "bank",
      OpeningBalance: 0,
      OpeningDate: "2026-01-01",
    }),
  );
  const [, bankAccount] = await admin.list(account);
  const [editAction] = await admin.list(action, "?ActionName=Edit");
  const [revokeAction] = await admin.list(action, "?ActionName=RevokePaymentPlan");
  const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
  const forms: Omit<FormExample, "name">[] = [
    {
      resource: plot,
      body: {
        HouseNo: "Z-1",
        CategoryID,
        TypeID,
        FloorID,
        OwnerName: "زبیر بٹ 🏠",
        EmailID: "z@example.org",
        IsPlotOnly: true,
      },
      change: { OwnerName: "Zubair Butt", FloorID: society.floors.first.FloorID, EmailID: "" },
      requiredMessages: {
        HouseNo: "House number is required",
        CategoryID: "Category is required",
        TypeID: "Type is required",
        FloorID: "Floor is required",
        OwnerName: "Owner name is required",
      },
      optionalMessages: { EmailID: "Invalid email" },
    },
    {
      resource: plotType,
      body: { TypeName: "Industrial" },
      change: { TypeName: "Works" },
      requiredMessages: { TypeName: "Type name is required" },
    },
    {
      resource: plotCategory,
      body: { CategoryName: "D" },
      change: { CategoryName: "E" },
      requiredMessages: { CategoryName: "Category name is required" },
    },
    {
      resource: plotFloor,
      body: { Floor: "Second" },
      change: { Floor: "2nd" },
      requiredMessages: { Floor: "Floor is required" },
    },
    {
      resource: serviceRate,
      body: { ...defaultRate(society), DueOnDay: 31, IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200.5 },
      change: { FloorRate: 0, EndMonth: 6, IsPenaltyApply: false, PenaltyAmount: 0, IsActive: false },
      requiredMessages: {
        StartMonth: "Start Month is required",
        StartYear: "Start Year is required",
        EndMonth: "End Month is required",
        EndYear: "End Year is required",
        PlotTypeID: "Type is required",
        PlotCategoryID: "Category is required",
        FloorID: "Floor is required",
        FloorRate: "Per Floor Rate is required",
      },
      optionalMessages: { DueOnDay: "Due Day must be greater than 0" },
    },
    {
      resource: expenses,
      body: {
        ExpenseType: "Security",
        ExpenseTitle: "Guards",
        Month: "02",
        Year: "2026",
        Amount: 0.05,
        PaidOnDate: "2026-02-28",
        IsPaid: 1,
      },
      change: { Amount: 90_000, Description: "Night shift", IsPaid: 0 },
      requiredMessages: {
        ExpenseType: "Expense type is required",
        ExpenseTitle: "Expense title is required",
        Month: "Month is required",
        Year: "Year is required",
        Amount: "Amount must be a positive number",
      },
    },
    {
      resource: accountTransfer,
      body: { FromAccountID: cashAccountId, ToAccountID: bankAccount?.AccountID, Date: "2026-02-28", Amount: 5 },
      change: { Amount: 6.25, Reference: "Slip 12" },
      requiredMessages: {
        FromAccountID: "Account is required",
        ToAccountID: "Account is required",
        Date: "Date is required",
        Amount: "Amount must be greater than 0",
      },
    },
    {
      resource: menus,
      body: { MenuName: "Reports", MenuURL: 16, ParentMenuID: 1, IsTopLevel: 0, Position: 3 },
      change: { MenuName: "Monthly", ParentMenuID: 0, IsTopLevel: 1, Position: 9 },
      requiredMessages: {
        MenuName: "Menu name is required",
        MenuURL: "Menu URL is required",
        ParentMenuID: "Parent Menu is required",
        // Spelled so in the specification.
        Position: "Poition is required",
      },
    },
    {
      resource: action,
      body: { ActionName: "Print" },
      change: { ActionName: "Print out" },
      requiredMessages: { ActionName: "Action name is required" },
    },
    {
      resource: menuActionsMap,
      body: { MenuID: plotsMenu?.MenuID, ActionID: editAction?.ActionID },
      change: { ActionID: revokeAction?.ActionID },
      requiredMessages: { MenuID: "Menu is required", ActionID: "Action is required" },
    },
    {
      resource: role,
      body: { RoleName: "Auditor", Scope: "own" },
      change: { RoleName: "Auditors", Scope: "all" },
      requiredMessages: { RoleName: "Role name is required" },
    },
    {
      resource: users,
      body: {
        Username: "zubair",
        FullName: "Zubair Butt",
        Email: "z@example.org",
        RoleID: clerkRole?.RoleID,
        PlotIDs: [1],
      },
      change: { FullName: "Z. Butt", Email: "", PlotIDs: [], IsActive: false },
      requiredMessages: {
        Username: "Username must be at least 3 characters",
        FullName: "Full name is required",
        RoleID: "Please select a role",
      },
      optionalMessages: { Email: "Invalid email address" },
    },
  ];
  const covered = new Set([...formsTestedElsewhere, ...forms.map(({ resource }) => resource.name)]);
  for (const resource of resources)
    if (resource.verbs.includes("create") && !covered.has(resource.name))
      forms.push(await deriveFormExample(resource, admin));
  return forms.map((form) => ({ ...form, name: form.resource.label }));
}

/**
 * The example of a resource that is not listed above, with a value for each required field by its kind. Throws if the
 * declaration refuses these values.
 */
async function deriveFormExample(resource: AnyResource, admin: Person): Promise<Omit<FormExample, "name">> {
  const { error } = resource.input.safeParse({});
  const requiredMessages = Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  );
  const body: Record<string, unknown> = {};
  const change: Record<string, unknown> = {};
  for (const [field, meta] of resource.fields) {
    if (!(field in requiredMessages)) continue;
    body[field] = meta.target ? await findAnyId(meta.target.name, admin) : sampleValue(meta);
    if (!meta.target && !resource.immutable.includes(field)) change[field] = sampleValue(meta, 1);
  }
  const isValid = [body, { ...body, ...change }].every((values) => resource.input.safeParse(values).success);
  if (!isValid || Object.keys(change).length === 0)
    throw new Error(`No valid values can be derived for ${resource.name}: add its form to tests/harness/forms.ts`);
  return { resource, body, change, requiredMessages };
}

/** The id of a record of the resource. */
async function findAnyId(name: string, admin: Person): Promise<unknown> {
  const target = resources.find((resource) => resource.name === name);
  const [row] = target ? await admin.list(target) : [];
  return row && Reflect.get(row, target?.idField ?? "");
}

/** The first or second sample value of the field's kind. */
function sampleValue({ kind, options }: FieldMeta, index: 0 | 1 = 0): unknown {
  switch (kind) {
    case "text":
      return (options ?? ["Sample", "Another sample"])[index];
    case "day":
      return index === 0 ? "2026-02-28" : "2026-03-01";
    case "bit":
      return index;
    case "boolean":
      return index === 1;
    default:
      return index + 1;
  }
}
