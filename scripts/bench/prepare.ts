import { z } from "zod";
import { BenchClient, type ServerRoutes } from "./client.ts";
import { houseNumber, monthlyAmount, plotCount, year } from "./dataset.ts";

/** Live connections opened for each user. */
export const connectionsPerUser = 10;
/** The password of all users. */
export const adminPassword = "only for this measurement";

export const floorRoutes: ServerRoutes = {
  login: { path: "/login", body: {} },
  list: "/schedule",
  markPaid: (id) => ({ path: `/schedule/${id}`, body: {} }),
};

export function portalRoutes(username = "admin"): ServerRoutes {
  return {
    login: { path: "/api/auth/login", body: { username, password: adminPassword } },
    list: "/api/payment-schedule",
    markPaid: (id) => ({ path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } }),
  };
}

/** Environment variables of a portal under measurement. */
export const portalEnv = { ADMIN_PASSWORD: adminPassword };

const createdReply = z.looseObject({ data: z.record(z.string(), z.unknown()) });

/** Fills an empty portal with plots and a payment plan for all of them; resolves with the body that generates the schedule. */
export async function fillPortal(url: string, admin: BenchClient): Promise<object> {
  const CategoryID = await createRecord(admin, "plot-category", { CategoryName: "A" }, "CategoryID");
  const TypeID = await createRecord(admin, "plot-type", { TypeName: "House" }, "TypeID");
  const FloorID = await createRecord(admin, "plot-floor", { Floor: "Ground" }, "FloorID");
  await importPlots(url, admin);
  const period = { StartMonth: 1, StartYear: year, EndMonth: 12, EndYear: year };
  const target = { PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID };
  const RateID = await createRecord(
    admin,
    "service-rate",
    { ...period, ...target, FloorRate: monthlyAmount },
    "RateID",
  );
  const PaymentPlanID = await createRecord(admin, "payment-plan", { RateID }, "PaymentPlanID");
  const list = z.looseObject({ data: z.array(z.looseObject({ PlotID: z.int() })) });
  const { data } = list.parse(await admin.send("GET", "/api/plot"));
  return { RateID, PaymentPlanID, PlotIDs: data.map(({ PlotID }) => PlotID) };
}

/** Creates users for this many connections, all with the role of the administrator, so that they receive the same events. */
export async function createWatchers(
  url: string,
  { admin, connections }: { admin: BenchClient; connections: number },
): Promise<BenchClient[]> {
  const roles = z.looseObject({ data: z.array(z.looseObject({ RoleID: z.int(), RoleName: z.string() })) });
  const { data } = roles.parse(await admin.send("GET", "/api/role"));
  const RoleID = data.find(({ RoleName }) => RoleName === "Admin")?.RoleID;
  const watchers: BenchClient[] = [];
  for (let index = 0; index < Math.ceil(connections / connectionsPerUser); index++) {
    const Username = `watcher${index}`;
    const user = {
      Username,
      FullName: `Watcher ${index}`,
      Email: `${Username}@example.org`,
      Password: adminPassword,
      RoleID,
    };
    await admin.send("POST", "/api/users", user);
    const watcher = new BenchClient(url, portalRoutes(Username));
    await watcher.signIn();
    watchers.push(watcher);
  }
  return watchers;
}

async function createRecord(admin: BenchClient, name: string, values: object, id: string): Promise<number> {
  const { data } = createdReply.parse(await admin.send("POST", `/api/${name}`, values));
  return z.int().parse(data[id]);
}

async function importPlots(url: string, admin: BenchClient): Promise<void> {
  const lines = Array.from({ length: plotCount }, (_, index) => {
    const house = houseNumber(index + 1);
    return `${house},A,House,Ground,Owner of ${house}`;
  });
  const csv = ["House No,Category,Type,Floor,Owner Name", ...lines].join("\n");
  const response = await fetch(`${url}/api/import/plots`, {
    method: "POST",
    headers: { ...admin.headers, "content-type": "text/csv" },
    body: csv,
  });
  const text = await response.text();
  if (!text.includes(`"added":${plotCount}`)) throw new Error(`The plots were not imported: ${text.slice(0, 200)}`);
}
