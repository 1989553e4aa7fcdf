import { describe, expect, test } from "vitest";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { password, type Username } from "../harness/initial-data.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const newUser = { Username: "zubair", FullName: "Zubair Butt", Email: "z@example.org", Phone: "0300-1234567" };
const grantsMore = "You cannot grant permissions that you do not have";
const lastAdministrator = "At least one user must be able to edit permissions";

describe("a user whom the office adds", () => {
  test("signs in with the password that came along, and sees the linked plots", async () => {
    const here = await openHarness();
    const { admin, society } = here;
    const RoleID = await findRoleId(here, "Resident");
    const body = { ...newUser, RoleID, PlotIDs: [society.ali.PlotID], Password: "zubair-1" };
    const answer = await admin.post("/users", body);
    expect(answer.body.message).toBe("Item added successfully");
    const { Password: _, ...shown } = body;
    expect(parseRecord(users, answer)).toEqual({
      ...shown,
      UserID: expect.any(Number),
      RoleName: "Resident",
      IsActive: true,
      IsFirstSignIn: false,
      Version: 1,
    });
    assertOk(await signIn(here, "zubair", "zubair-1"));
  });

  test("cannot sign in without a password, and the answer says so when no link can be mailed either", async () => {
    const here = await openHarness();
    const RoleID = await findRoleId(here, "Clerk");
    const answer = assertOk(await here.admin.post("/users", { ...newUser, Email: "", RoleID }));
    expect(answer.body.message).toBe(
      "Item added successfully. Without a password and an e-mail address they cannot sign in yet.",
    );
    for (const guess of ["undefined", "      ", "zubair"])
      expect((await signIn(here, "zubair", guess)).status).toBe(401);
  });

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
  ])("with %j is refused", async (wrong, errors) => {
    const here = await openHarness();
    const answer = await here.admin.post("/users", { ...newUser, RoleID: await findRoleId(here, "Clerk"), ...wrong });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  test("has a name of their own in any case", async () => {
    const here = await openHarness();
    const body = { ...newUser, Username: "CLERK", RoleID: await findRoleId(here, "Clerk") };
    expect((await here.admin.post("/users", body)).status).toBe(409);
  });
});

describe("at once", () => {
  test.each([
    ["disabling", (here: Harness) => updateUser(here, "clerk", { IsActive: false })],
    ["deleting", async (here: Harness) => here.admin.delete(`/users/${(await findUser(here, "clerk")).UserID}`)],
    ["a new password", (here: Harness) => updateUser(here, "clerk", { Password: "another-one" })],
  ])("%s ends every session and socket of the user, for good", async (_, act) => {
    const here = await openHarness();
    const { clerk, manager, portal } = here;
    const authorization = `Bearer ${await clerk.signIn()}`;
    const socket = await clerk.openSocket();
    const other = await manager.openSocket();
    assertOk(await act(here));
    const ask = () => clerk.send({ method: "GET", path: "/me", headers: { authorization } });
    expect((await ask()).status).toBe(401);
    await socket.waitFor((_heard, { connected }) => !connected);
    expect(other.connected).toBe(true);
    expect((await signIn(here, "clerk", password)).status).toBe(401);
    await portal.restart();
    expect((await ask()).status).toBe(401);
  });

  test("a new password is good, and a disabled user who comes back has to sign in again", async () => {
    const here = await openHarness();
    const { clerk } = here;
    const authorization = `Bearer ${await clerk.signIn()}`;
    assertOk(await updateUser(here, "clerk", { IsActive: false, Password: "another-one" }));
    assertOk(await updateUser(here, "clerk", { IsActive: true }));
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
    assertOk(await signIn(here, "clerk", "another-one"));
  });

  test("another role counts on open sockets, which stay", async () => {
    const here = await openHarness();
    const socket = await here.clerk.openSocket();
    assertOk(await updateUser(here, "clerk", { RoleID: await findRoleId(here, "Nobody") }));
    await socket.waitFor(({ sessions }) => sessions.at(-1)?.user.role.roleName === "Nobody");
    expect(socket.received.sessions.at(-1)?.permissions).toEqual({});
    expect((await here.clerk.get("/payment-schedule")).status).toBe(403);
  });

  test("an edit without a password leaves the sessions alone", async () => {
    const here = await openHarness();
    await here.clerk.signIn();
    for (const Password of [undefined, null, ""])
      assertOk(await updateUser(here, "clerk", { FullName: `Nasreen ${Password}`, Password }));
    expect((await here.clerk.session()).user.fullName).toBe("Nasreen");
  });
});

describe("somebody who keeps the users without holding all rights", { tags: "requirement-7" }, () => {
  const flags = ["View", "Add", "Update", "Delete"] as const;
  async function withKeeper() {
    const here = await openHarness();
    for (const action of flags)
      await here.grant({ role: "Manager", page: "/society-management?tab=plot-users", action });
    return here;
  }

  test("gives a role that holds no more than their own, and no other", async () => {
    const here = await withKeeper();
    const { manager } = here;
    assertOk(await manager.post("/users", { ...newUser, RoleID: await findRoleId(here, "Clerk") }));
    const refused = await manager.post("/users", {
      ...newUser,
      Username: "other",
      RoleID: await findRoleId(here, "Admin"),
    });
    expect([refused.status, refused.body.message]).toEqual([403, grantsMore]);
    for (const name of ["clerk", "manager"] as const) {
      const user = await findUser(here, name);
      const answer = await manager.put("/users", { ...user, RoleID: await findRoleId(here, "Admin") });
      expect([answer.status, answer.body.message]).toEqual([403, grantsMore]);
    }
  });

  test("does not take over, disable or delete an account that holds more", async () => {
    const here = await withKeeper();
    const { manager } = here;
    const admin = await findUser(here, "admin");
    for (const patch of [{ Password: "mine-now" }, { Email: "manager@example.org" }, { IsActive: false }])
      expect((await manager.put("/users", { ...admin, ...patch })).status).toBe(403);
    expect((await manager.delete(`/users/${admin.UserID}`)).status).toBe(403);
    assertOk(await signIn(here, "admin", password));
  });
});

describe("the last administrator", { tags: "requirement-7" }, () => {
  test("cannot be disabled, deleted or given a lesser role", async () => {
    const here = await openHarness();
    const { UserID } = await findUser(here, "admin");
    const answers = [
      await updateUser(here, "admin", { IsActive: false }),
      await updateUser(here, "admin", { RoleID: await findRoleId(here, "Manager") }),
      await here.admin.delete(`/users/${UserID}`),
    ];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([409, lastAdministrator]);
    assertOk(await updateUser(here, "admin", { FullName: "Tariq", Password: "" }));
  });

  test("is whoever of two remains when both are disabled at the same moment", async () => {
    const here = await openHarness();
    await here.changeUser("manager", { RoleID: await findRoleId(here, "Admin") });
    const answers = await Promise.all(
      (["admin", "manager"] as const).map(async (name) => {
        const user = await findUser(here, name);
        return here[name].put("/users", { ...user, IsActive: false });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

async function findRoleId({ admin }: Harness, name: string): Promise<number> {
  const [found] = await admin.list(role, `?RoleName=${name}`);
  return found?.RoleID ?? 0;
}

async function findUser({ admin }: Harness, name: Username) {
  const [found] = await admin.list(users, `?Username=${name}`);
  if (!found) throw new Error(`Nobody is called ${name}`);
  return found;
}

async function updateUser(here: Harness, name: Username, patch: object) {
  return here.admin.put("/users", { ...(await findUser(here, name)), ...patch });
}

function signIn({ anonymous }: Harness, username: string, given: string) {
  return anonymous.post("/auth/login", { username, password: given });
}
