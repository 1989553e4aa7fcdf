import { z } from "zod";
import { ApiClient, accountPassword } from "./api-client.ts";

/** Plots with a generated schedule. */
export interface Society {
  houseNumbers: readonly string[];
  /** The body of the request that generates the schedule of all plots. */
  generationRequest: { RateID: number; PaymentPlanID: number; PlotIDs: readonly number[] };
  installmentIds: readonly number[];
}

interface SocietyOptions {
  houseCount: number;
  /** Rupees per month. */
  amount?: number;
  /** Appended to every name. */
  nameSuffix?: string;
}

/** Creates plots of one type and their schedule for 2026. */
export async function createSociety(
  admin: ApiClient,
  { houseCount, amount = 2_500, nameSuffix = "" }: SocietyOptions,
): Promise<Society> {
  const { plotKind, RateID, PaymentPlanID } = await createPlan(admin, { amount, nameSuffix });
  const houseNumbers: string[] = [];
  const PlotIDs: number[] = [];
  for (let number = 1; number <= houseCount; number++) {
    const HouseNo = `B-${number}${nameSuffix}`;
    const EmailID = `b-${number}@owners.example.org`;
    const body = { ...plotKind, HouseNo, OwnerName: `Owner of ${HouseNo}`, EmailID };
    PlotIDs.push(await createRecord(admin, { path: "plot", body, idField: "PlotID" }));
    houseNumbers.push(HouseNo);
  }
  const generationRequest = { RateID, PaymentPlanID, PlotIDs };
  await admin.requestData({ method: "POST", path: "/api/payment-schedule", body: generationRequest });
  const installmentsSchema = z.array(z.looseObject({ PaymentScheduleID: z.int() }));
  const installments = installmentsSchema.parse(await admin.requestData({ path: "/api/payment-schedule" }));
  return {
    houseNumbers,
    generationRequest,
    installmentIds: installments.map(({ PaymentScheduleID }) => PaymentScheduleID),
  };
}

/**
 * Creates the category A, the type House and the floor Ground with a rate of `amount` rupees per month and its payment
 * plan for 2026.
 */
export async function createPlan(
  admin: ApiClient,
  { amount, nameSuffix = "" }: { amount: number; nameSuffix?: string },
) {
  const create = (path: string, body: object, idField: string) => createRecord(admin, { path, body, idField });
  const CategoryID = await create("plot-category", { CategoryName: `A${nameSuffix}` }, "CategoryID");
  const TypeID = await create("plot-type", { TypeName: `House${nameSuffix}` }, "TypeID");
  const FloorID = await create("plot-floor", { Floor: `Ground${nameSuffix}` }, "FloorID");
  const period = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2026 };
  const rate = { ...period, PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID, FloorRate: amount };
  const RateID = await create("service-rate", rate, "RateID");
  const PaymentPlanID = await create("payment-plan", { RateID }, "PaymentPlanID");
  return { plotKind: { CategoryID, TypeID, FloorID }, RateID, PaymentPlanID };
}

/** Creates users (`colleague1` and so on) with the role of the administrator and signs them in. */
export async function createStaff(admin: ApiClient, count: number): Promise<ApiClient[]> {
  const rolesSchema = z.array(z.looseObject({ RoleID: z.int(), RoleName: z.string() }));
  const adminRole = rolesSchema
    .parse(await admin.requestData({ path: "/api/role" }))
    .find(({ RoleName }) => RoleName === "Admin");
  const clients: ApiClient[] = [];
  for (let index = 1; index <= count; index++) {
    const Username = `colleague${index}`;
    const account = { Username, FullName: `Colleague ${index}`, Email: `${Username}@staff.example.org` };
    const body = { ...account, Password: accountPassword, RoleID: adminRole?.RoleID };
    await admin.requestData({ method: "POST", path: "/api/users", body });
    clients.push(await ApiClient.signIn(admin.url, Username));
  }
  return clients;
}

/** Creates a record and returns its id. */
export async function createRecord(
  admin: ApiClient,
  { path, body, idField }: { path: string; body: object; idField: string },
): Promise<number> {
  const data = await admin.requestData({ method: "POST", path: `/api/${path}`, body });
  return z.int().parse(z.record(z.string(), z.unknown()).parse(data)[idField]);
}
