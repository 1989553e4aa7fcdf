import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { ApiClient } from "./api-client.ts";

const recordSchema = z.record(z.string(), z.unknown());

/** Plots with a generated schedule. */
export interface Society {
  houseNumbers: readonly string[];
  /** The body that generates the schedule of all plots. */
  generation: { RateID: number; PaymentPlanID: number; PlotIDs: readonly number[] };
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
  const CategoryID = await createRecord(admin, {
    path: "plot-category",
    body: { CategoryName: `A${nameSuffix}` },
    id: "CategoryID",
  });
  const TypeID = await createRecord(admin, {
    path: "plot-type",
    body: { TypeName: `House${nameSuffix}` },
    id: "TypeID",
  });
  const FloorID = await createRecord(admin, {
    path: "plot-floor",
    body: { Floor: `Ground${nameSuffix}` },
    id: "FloorID",
  });
  const houseNumbers: string[] = [];
  const PlotIDs: number[] = [];
  for (let number = 1; number <= houseCount; number++) {
    const HouseNo = `B-${number}${nameSuffix}`;
    const EmailID = `b-${number}@owners.example.org`;
    const body = { HouseNo, CategoryID, TypeID, FloorID, OwnerName: `Owner of ${HouseNo}`, EmailID };
    PlotIDs.push(await createRecord(admin, { path: "plot", body, id: "PlotID" }));
    houseNumbers.push(HouseNo);
  }
  const period = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2026 };
  const rate = { ...period, PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID, FloorRate: amount };
  const RateID = await createRecord(admin, { path: "service-rate", body: rate, id: "RateID" });
  const PaymentPlanID = await createRecord(admin, { path: "payment-plan", body: { RateID }, id: "PaymentPlanID" });
  const generation = { RateID, PaymentPlanID, PlotIDs };
  await admin.requestData({ method: "POST", path: "/api/payment-schedule", body: generation });
  const rows = z.array(z.looseObject({ PaymentScheduleID: z.int() }));
  const installments = rows.parse(await admin.requestData({ path: "/api/payment-schedule" }));
  return { houseNumbers, generation, installmentIds: installments.map(({ PaymentScheduleID }) => PaymentScheduleID) };
}

/** Creates users with the role of the administrator and signs them in. */
export async function createColleagues(
  admin: ApiClient,
  { url, count }: { url: string; count: number },
): Promise<ApiClient[]> {
  const roles = z.array(z.looseObject({ RoleID: z.int(), RoleName: z.string() }));
  const adminRole = roles
    .parse(await admin.requestData({ path: "/api/role" }))
    .find(({ RoleName }) => RoleName === "Admin");
  const clients: ApiClient[] = [];
  for (let index = 1; index <= count; index++) {
    const Username = `colleague${index}`;
    const account = { Username, FullName: `Colleague ${index}`, Email: `${Username}@staff.example.org` };
    const body = { ...account, Password: adminPassword, RoleID: adminRole?.RoleID };
    await admin.requestData({ method: "POST", path: "/api/users", body });
    const client = new ApiClient(url);
    await client.signIn(Username);
    clients.push(client);
  }
  return clients;
}

/** Creates a record and returns its id. */
export async function createRecord(
  admin: ApiClient,
  { path, body, id }: { path: string; body: object; id: string },
): Promise<number> {
  const created = recordSchema.parse(await admin.requestData({ method: "POST", path: `/api/${path}`, body }));
  return z.int().parse(created[id]);
}
