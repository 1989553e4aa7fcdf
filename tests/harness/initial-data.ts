import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { inject } from "vitest";
import { z } from "zod";
import { storePassword } from "../../server/access/passwords.ts";
import type { Transaction } from "../../server/commits/transaction.ts";
import { seedDatabase } from "../../server/seed/seed-database.ts";
import { insertPlots } from "../../server/services/ownership.ts";
import { type ActionName, type PageEntry, pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { society } from "../../shared/resources/society.ts";
import { users } from "../../shared/resources/users.ts";
import { Clock } from "./clock.ts";
import { assertOk, readReply } from "./reply.ts";
import { type DatabaseContents, readContents } from "./test-databases.ts";
import { startTestServer } from "./test-server.ts";

interface InitialData {
  society: Society;
  /** A session of each test user, started when the clock of a portal starts. */
  tokens: Readonly<Record<string, string>>;
  contents: DatabaseContents;
}

let cached: Promise<InitialData> | undefined;

/**
 * The data of every test database: a seeded portal, a society and its users. The jobs of the clock's first day are
 * done. Created once per worker.
 */
export function getInitialData(): Promise<InitialData> {
  cached ??= createInitialData().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function createInitialData(): Promise<InitialData> {
  const location = { uri: inject("mongoUri"), name: `test-${randomUUID()}` };
  const server = await startTestServer({ ...location, clock: new Clock() });
  const { core } = server;
  await seedDatabase(core.createSystemContext("seed"), []);
  const ctx = core.createSystemContext("test");
  const societyRecords = await ctx.transaction(createSociety);
  const plots = { ali: [societyRecords.aliPlot.PlotID], sana: [societyRecords.sanaPlot.PlotID] };
  await ctx.transaction((tx) => createUsers(tx, { plots }));
  const tokens = Object.fromEntries(
    await Promise.all(testUsers.map(async ({ username }) => [username, await signIn(server.url, username)] as const)),
  );
  await server.runJobs();
  await server.stop();
  return { society: societyRecords, tokens, contents: await readContents(location) };
}

export type Society = Awaited<ReturnType<typeof createSociety>>;

/**
 * Creates four categories, two types, two floors, and the plots of the two residents, with the same category, type and
 * floor.
 */
async function createSociety(tx: Transaction) {
  const [profile] = await tx.find(society, {});
  if (profile) tx.update(society, profile, { Name: "Gulshan-e-Test", NameUrdu: "گلشنِ آزمائش", IsSetUp: true });
  const [A, B, C, R] = await tx.insertMany(
    plotCategory,
    ["A", "B", "C", "R"].map((CategoryName) => ({ CategoryName })),
  );
  const [residential, commercial] = await tx.insertMany(
    plotType,
    ["Residential", "Commercial"].map((TypeName) => ({ TypeName })),
  );
  const [ground, first] = await tx.insertMany(
    plotFloor,
    ["Ground", "First"].map((Floor) => ({ Floor })),
  );
  if (!A || !B || !C || !R || !residential || !commercial || !ground || !first)
    throw new Error("The society was not created");
  const sameKind = { CategoryID: A.CategoryID, TypeID: residential.TypeID, FloorID: ground.FloorID };
  const contact = { LandlineNo: "", MobileNo: "", EmailID: "", IsPlotOnly: false };
  const [aliPlot, sanaPlot] = await insertPlots(tx, [
    { ...sameKind, ...contact, HouseNo: "A-1", OwnerName: "Ali" },
    { ...sameKind, ...contact, HouseNo: "A-2", OwnerName: "Sana" },
  ]);
  if (!aliPlot || !sanaPlot) throw new Error("The plots were not created");
  return {
    categories: { A, B, C, R },
    types: { residential, commercial },
    floors: { ground, first },
    aliPlot,
    sanaPlot,
  };
}

/** The password of all test users. */
export const password = "open-sesame";

/** Starts a session of a test user and returns its token. */
export async function signIn(url: string, username: Username): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return z.object({ token: z.string() }).parse(assertOk(await readReply(response)).body).token;
}

type PermissionsByPage = Readonly<Record<string, readonly ActionName[]>>;

/** Roles that the seed does not create. */
const extraRoles: Readonly<Record<string, PermissionsByPage>> = {
  Clerk: { "/payment-management": ["View"], "/payment-management?tab=payment-schedule": ["View", "Update"] },
  "Dashboard reader": { "/": ["View"] },
  Nobody: {},
};

const testUsers = [
  { username: "admin", roleName: "Admin" },
  { username: "manager", roleName: "Manager" },
  { username: "clerk", roleName: "Clerk" },
  { username: "ali", roleName: "Resident" },
  { username: "sana", roleName: "Resident" },
  { username: "dashboardReader", roleName: "Dashboard reader" },
  { username: "nobody", roleName: "Nobody" },
] as const;

export type Username = (typeof testUsers)[number]["username"];

/** Much weaker than in production, so that the sign-ins of nearly all tests are fast. */
const fastHashOptions = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Creates the extra roles and all test users; `plots` are the PlotIDs linked to a user. */
async function createUsers(tx: Transaction, { plots }: { plots: Partial<Record<Username, number[]>> }): Promise<void> {
  const roles = new Map((await tx.find(role, {})).map(({ RoleName, RoleID }) => [RoleName, RoleID]));
  for (const [RoleName, allowed] of Object.entries(extraRoles))
    roles.set(RoleName, await createRole(tx, { RoleName, allowed }));
  for (const { username, roleName } of testUsers)
    await createUser(tx, { username, RoleID: roles.get(roleName), PlotIDs: plots[username] });
}

interface UserValues {
  username: string;
  RoleID: number | undefined;
  PlotIDs?: number[] | undefined;
}

/** Creates a user with the password of all test users. */
export async function createUser(tx: Transaction, { username, RoleID, PlotIDs = [] }: UserValues): Promise<void> {
  const { UserID } = await tx.insert(users, {
    Username: username,
    FullName: username,
    Email: `${username}@example.org`,
    Phone: "",
    RoleID,
    PlotIDs,
    IsActive: true,
    IsFirstSignIn: false,
    IsEmailVerified: true,
    HasTotp: false,
    PasswordChangedAt: null,
  });
  await storePassword(tx, { UserID, passwordHash: await hash(password, fastHashOptions) });
}

async function createRole(
  tx: Transaction,
  { RoleName, allowed }: { RoleName: string; allowed: PermissionsByPage },
): Promise<number> {
  const { RoleID } = await tx.insert(role, { RoleName, Scope: "all", RequireTotp: false });
  const allPages: readonly PageEntry[] = pages;
  const pageIds = new Map(allPages.map(({ path, id }) => [path, id]));
  const menuIds = new Map((await tx.find(menus, {})).map(({ MenuURL, MenuID }) => [MenuURL, MenuID]));
  const actionIds = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const rows = Object.entries(allowed).flatMap(([path, actionNames]) =>
    actionNames.map((name) => ({
      RoleID,
      MenuID: menuIds.get(pageIds.get(path) ?? 0),
      ActionID: actionIds.get(name),
      IsAllowed: 1 as const,
    })),
  );
  await tx.insertMany(rolePermissions, rows);
  return RoleID;
}
