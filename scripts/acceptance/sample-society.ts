import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { ApiClient } from "./api-client.ts";

const record = z.record(z.string(), z.unknown());

/** A small society with a schedule. */
export interface Society {
  houses: readonly string[];
  /** What generates the schedule of all houses. */
  generation: { RateID: number; PaymentPlanID: number; PlotIDs: readonly number[] };
  /** Ids of the installments of the schedule. */
  installments: readonly number[];
}

interface SocietyOptions {
  houses: number;
  /** A month, in rupees. */
  amount?: number;
  /** What stands in every name. */
  nameSuffix?: string;
}

/** Houses of one kind and a year's schedule for them. */
export async function createSociety(
  admin: ApiClient,
  { houses: count, amount = 2_500, nameSuffix = "" }: SocietyOptions,
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
  const houses: string[] = [];
  const PlotIDs: number[] = [];
  for (let number = 1; number <= count; number++) {
    const HouseNo = `B-${number}${nameSuffix}`;
    const EmailID = `b-${number}@owners.example.org`;
    const body = { HouseNo, CategoryID, TypeID, FloorID, OwnerName: `Owner of ${HouseNo}`, EmailID };
    PlotIDs.push(await createRecord(admin, { path: "plot", body, id: "PlotID" }));
    houses.push(HouseNo);
  }
  const period = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2026 };
  const rate = { ...period, PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID, FloorRate: amount };
  const RateID = await createRecord(admin, { path: "service-rate", body: rate, id: "RateID" });
  const PaymentPlanID = await createRecord(admin, { path: "payment-plan", body: { RateID }, id: "PaymentPlanID" });
  const generation = { RateID, PaymentPlanID, PlotIDs };
  await admin.requestData({ method: "POST", path: "/api/payment-schedule", body: generation });
  const rows = z.array(z.looseObject({ PaymentScheduleID: z.int() }));
  const installments = rows.parse(await admin.requestData({ path: "/api/payment-schedule" }));
  return { houses, generation, installments: installments.map(({ PaymentScheduleID }) => PaymentScheduleID) };
}

/** People with all rights, signed in. */
export async function createColleagues(
  admin: ApiClient,
  { url, count }: { url: string; count: number },
): Promise<ApiClient[]> {
  const roles = z.array(z.looseObject({ RoleID: z.int(), RoleName: z.string() }));
  const held = roles.parse(await admin.requestData({ path: "/api/role" })).find(({ RoleName }) => RoleName === "Admin");
  const people: ApiClient[] = [];
  for (let index = 1; index <= count; index++) {
    const Username = `colleague${index}`;
    const account = { Username, FullName: `Colleague ${index}`, Email: `${Username}@staff.example.org` };
    const body = { ...account, Password: adminPassword, RoleID: held?.RoleID };
    await admin.requestData({ method: "POST", path: "/api/users", body });
    const person = new ApiClient(url);
    await person.signIn(Username);
    people.push(person);
  }
  return people;
}

/** Adds a record and says its id. */
export async function createRecord(
  admin: ApiClient,
  { path, body, id }: { path: string; body: object; id: string },
): Promise<number> {
  const made = record.parse(await admin.requestData({ method: "POST", path: `/api/${path}`, body }));
  return z.int().parse(made[id]);
}
