import { describe, expect, test } from "vitest";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { password, type Username } from "../harness/initial-data.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const newUser = { Username: "zubair", FullName: "Zubair Butt", Email: "z@example.org", Phone: "0300-1234567" };
const grantsMoreMessage = "You cannot grant permissions that you do not have";
const lastAdministratorMessage = "At least one user must be able to edit permissions";

describe("new user", () => {
  test("a new user has the given role and plots and signs in with the given password", async () => {
    const harness = await openHarness();
    const { admin, society } = harness;
    const RoleID = await findRoleId(harness, "Resident");
    const body = { ...newUser, RoleID, PlotIDs: [society.aliPlot.PlotID], Password: "zubair-1" };
    const reply = await admin.post("/users", body);
    expect(reply.body.message).toBe("User added successfully");
    const { Password: _, ...expectedUser } = body;
    expect(parseRecord(users, reply)).toEqual({
      ...expectedUser,
      UserID: expect.any(Number),
      RoleName: "Resident",
      IsActive: true,
      IsFirstSignIn: false,
      IsEmailVerified: true,
      HasTotp: false,
      PasswordChangedAt: expect.any(String),
      Version: 1,
    });
    assertOk(await signIn(harness, "zubair", "zubair-1"));
  });

  test("a new user without a password cannot sign in, and the reply warns if the user has no email address either", async () => {
    const harness = await openHarness();
    const RoleID = await findRoleId(harness, "Clerk");
    const reply = assertOk(await harness.admin.post("/users", { ...newUser, Email: "", RoleID }));
    expect(reply.body.message).toBe(
      "User added successfully. The user cannot sign in yet without a password and an email address.",
    );
    for (const guess of ["undefined", "      ", "zubair"])
      expect((await signIn(harness, "zubair", guess)).status).toBe(401);
  });

  const openShared = shareHarness((harness) => harness);

  test.each([
    [{ Password: "12345" }, { Password: "Password must be at least 6 characters" }],
    [{ Password: ["123456"] }, { Password: "Password must be at least 6 characters" }],
    [{ Email: "a@b\r\nBcc: c@d.pk" }, { Email: "Invalid email address" }],
    [
      { Username: "ab", RoleID: 0 },
      { Username: expect.any(String), RoleID: "Please select a role" },
    ],
    [{ RoleID: 999 }, { RoleID: "Role does not exist" }],
    [{ PlotIDs: [999] }, { PlotIDs: "Plot does not exist" }],
  ])("the portal refuses a user with %j", async (invalidValues, errors) => {
    const harness = await openShared();
    const reply = await harness.admin.post("/users", {
      ...newUser,
      RoleID: await findRoleId(harness, "Clerk"),
      ...invalidValues,
    });
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
  });

  test("usernames are unique regardless of upper and lower case", async () => {
    const harness = await openHarness();
    const body = { ...newUser, Username: "CLERK", RoleID: await findRoleId(harness, "Clerk") };
    expect((await harness.admin.post("/users", body)).status).toBe(409);
  });
});

describe("effect of account changes on sessions", () => {
  test.each([
    ["disabling", (harness: Harness) => updateUser(harness, "clerk", { IsActive: false })],
    [
      "deleting",
      async (harness: Harness) => harness.admin.delete(`/users/${(await findUser(harness, "clerk")).UserID}`),
    ],
    ["changing the password of", (harness: Harness) => updateUser(harness, "clerk", { Password: "another-one" })],
  ])("%s a user ends all their sessions and sockets, also after a restart", async (_description, change) => {
    const harness = await openHarness();
    const { clerk, manager, portal } = harness;
    const authorization = `Bearer ${await clerk.signIn()}`;
    const socket = await clerk.openSocket();
    const managerSocket = await manager.openSocket();
    assertOk(await change(harness));
    const requestProfile = () => clerk.send({ method: "GET", path: "/me", headers: { authorization } });
    expect((await requestProfile()).status).toBe(401);
    await socket.waitFor((_received, { connected }) => !connected);
    expect(managerSocket.connected).toBe(true);
    expect((await signIn(harness, "clerk", password)).status).toBe(401);
    await portal.restart();
    expect((await requestProfile()).status).toBe(401);
  });

  test("a user who is enabled again has to sign in again, with the new password", async () => {
    const harness = await openHarness();
    const { clerk } = harness;
    const authorization = `Bearer ${await clerk.signIn()}`;
    assertOk(await updateUser(harness, "clerk", { IsActive: false, Password: "another-one" }));
    assertOk(await updateUser(harness, "clerk", { IsActive: true }));
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
    assertOk(await signIn(harness, "clerk", "another-one"));
  });

  test("a role change updates the permissions of open sockets without closing them", async () => {
    const harness = await openHarness();
    const socket = await harness.clerk.openSocket();
    assertOk(await updateUser(harness, "clerk", { RoleID: await findRoleId(harness, "Nobody") }));
    await socket.waitFor(({ sessions }) => sessions.at(-1)?.user.role.roleName === "Nobody");
    expect(socket.received.sessions.at(-1)?.permissions).toEqual({});
    expect((await harness.clerk.get("/payment-schedule")).status).toBe(403);
  });

  test("an update without a password keeps the sessions of the user", async () => {
    const harness = await openHarness();
    await harness.clerk.signIn();
    for (const Password of [undefined, null, ""])
      assertOk(await updateUser(harness, "clerk", { FullName: `Nasreen ${Password}`, Password }));
    expect((await harness.clerk.session()).user.fullName).toBe("Nasreen");
  });
});

describe("user manager with limited permissions", { tags: "requirement-7" }, () => {
  const actionNames = ["View", "Add", "Update", "Delete"] as const;
  async function openHarnessWithUserManager() {
    const harness = await openHarness();
    for (const action of actionNames)
      await harness.grant({ role: "Manager", page: "/society-management?tab=plot-users", action });
    return harness;
  }

  test("a user manager can assign only roles without permissions beyond their own", async () => {
    const harness = await openHarnessWithUserManager();
    const { manager } = harness;
    assertOk(await manager.post("/users", { ...newUser, RoleID: await findRoleId(harness, "Clerk") }));
    const refused = await manager.post("/users", {
      ...newUser,
      Username: "other",
      RoleID: await findRoleId(harness, "Admin"),
    });
    expect([refused.status, refused.body.message]).toEqual([403, grantsMoreMessage]);
    for (const name of ["clerk", "manager"] as const) {
      const user = await findUser(harness, name);
      const reply = await manager.put("/users", { ...user, RoleID: await findRoleId(harness, "Admin") });
      expect([reply.status, reply.body.message]).toEqual([403, grantsMoreMessage]);
    }
  });

  test("a user manager cannot take over, disable or delete an account with more permissions than their own", async () => {
    const harness = await openHarnessWithUserManager();
    const { manager } = harness;
    const adminUser = await findUser(harness, "admin");
    for (const patch of [{ Password: "mine-now" }, { Email: "manager@example.org" }, { IsActive: false }])
      expect((await manager.put("/users", { ...adminUser, ...patch })).status).toBe(403);
    expect((await manager.delete(`/users/${adminUser.UserID}`)).status).toBe(403);
    assertOk(await signIn(harness, "admin", password));
  });
});

describe("last administrator", { tags: "requirement-7" }, () => {
  test("the last administrator cannot be disabled, deleted or given a role with fewer permissions", async () => {
    const harness = await openHarness();
    const { UserID } = await findUser(harness, "admin");
    const replies = [
      await updateUser(harness, "admin", { IsActive: false }),
      await updateUser(harness, "admin", { RoleID: await findRoleId(harness, "Manager") }),
      await harness.admin.delete(`/users/${UserID}`),
    ];
    for (const { status, body } of replies) expect([status, body.message]).toEqual([409, lastAdministratorMessage]);
    assertOk(await updateUser(harness, "admin", { FullName: "Tariq", Password: "" }));
  });

  test("only one of two administrators can be disabled when both are disabled at the same time", async () => {
    const harness = await openHarness();
    await harness.changeUser("manager", { RoleID: await findRoleId(harness, "Admin") });
    const replies = await Promise.all(
      (["admin", "manager"] as const).map(async (name) => {
        const user = await findUser(harness, name);
        return harness[name].put("/users", { ...user, IsActive: false });
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

async function findRoleId({ admin }: Harness, name: string): Promise<number> {
  const [found] = await admin.list(role, `?RoleName=${name}`);
  return found?.RoleID ?? 0;
}

async function findUser({ admin }: Harness, name: Username) {
  const [found] = await admin.list(users, `?Username=${name}`);
  if (!found) throw new Error(`There is no user ${name}`);
  return found;
}

async function updateUser(harness: Harness, name: Username, patch: object) {
  return harness.admin.put("/users", { ...(await findUser(harness, name)), ...patch });
}

function signIn({ anonymous }: Harness, username: string, enteredPassword: string) {
  return anonymous.post("/auth/login", { username, password: enteredPassword });
}
