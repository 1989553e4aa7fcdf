import { describe, expect, test } from "vitest";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { password, type Username } from "../world/people.ts";
import { accepted, recordIn } from "../world/reply.ts";
import { type World, world } from "../world/world.ts";

const newcomer = { Username: "zubair", FullName: "Zubair Butt", Email: "z@example.org", Phone: "0300-1234567" };
const grantsMore = "You cannot grant what you do not hold yourself";
const lastAdministrator = "Somebody must remain who may edit permissions";

describe("a user whom the office adds", () => {
  test("signs in with the password that came along, and sees the linked plots", async () => {
    const here = await world();
    const { admin, society } = here;
    const RoleID = await roleId(here, "Resident");
    const body = { ...newcomer, RoleID, PlotIDs: [society.ali.PlotID], Password: "zubair-1" };
    const answer = await admin.post("/users", body);
    expect(answer.body.message).toBe("Item added successfully");
    const { Password: _, ...shown } = body;
    expect(recordIn(users, answer)).toEqual({
      ...shown,
      UserID: expect.any(Number),
      RoleName: "Resident",
      IsActive: true,
      IsFirstSignIn: false,
      Version: 1,
    });
    accepted(await signIn(here, "zubair", "zubair-1"));
  });

  test("cannot sign in without a password, and the answer says so when no link can be mailed either", async () => {
    const here = await world();
    const RoleID = await roleId(here, "Clerk");
    const answer = accepted(await here.admin.post("/users", { ...newcomer, Email: "", RoleID }));
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
    const here = await world();
    const answer = await here.admin.post("/users", { ...newcomer, RoleID: await roleId(here, "Clerk"), ...wrong });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  test("has a name of their own in any case", async () => {
    const here = await world();
    const body = { ...newcomer, Username: "CLERK", RoleID: await roleId(here, "Clerk") };
    expect((await here.admin.post("/users", body)).status).toBe(409);
  });
});

describe("at once", () => {
  test.each([
    ["disabling", (here: World) => change(here, "clerk", { IsActive: false })],
    ["deleting", async (here: World) => here.admin.delete(`/users/${(await userNamed(here, "clerk")).UserID}`)],
    ["a new password", (here: World) => change(here, "clerk", { Password: "another-one" })],
  ])("%s ends every session and socket of the user, for good", async (_, act) => {
    const here = await world();
    const { clerk, manager, portal } = here;
    const authorization = `Bearer ${await clerk.signIn()}`;
    const socket = await clerk.socket();
    const other = await manager.socket();
    accepted(await act(here));
    const ask = () => clerk.send({ method: "GET", path: "/me", headers: { authorization } });
    expect((await ask()).status).toBe(401);
    await socket.until((_heard, { connected }) => !connected);
    expect(other.connected).toBe(true);
    expect((await signIn(here, "clerk", password)).status).toBe(401);
    await portal.restart();
    expect((await ask()).status).toBe(401);
  });

  test("a new password is good, and a disabled user who comes back has to sign in again", async () => {
    const here = await world();
    const { clerk } = here;
    const authorization = `Bearer ${await clerk.signIn()}`;
    accepted(await change(here, "clerk", { IsActive: false, Password: "another-one" }));
    accepted(await change(here, "clerk", { IsActive: true }));
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
    accepted(await signIn(here, "clerk", "another-one"));
  });

  test("another role counts on open sockets, which stay", async () => {
    const here = await world();
    const socket = await here.clerk.socket();
    accepted(await change(here, "clerk", { RoleID: await roleId(here, "Nobody") }));
    await socket.until(({ sessions }) => sessions.at(-1)?.user.role.roleName === "Nobody");
    expect(socket.heard.sessions.at(-1)?.permissions).toEqual({});
    expect((await here.clerk.get("/payment-schedule")).status).toBe(403);
  });

  test("an edit without a password leaves the sessions alone", async () => {
    const here = await world();
    await here.clerk.signIn();
    for (const Password of [undefined, null, ""])
      accepted(await change(here, "clerk", { FullName: `Nasreen ${Password}`, Password }));
    expect((await here.clerk.session()).user.fullName).toBe("Nasreen");
  });
});

describe("somebody who keeps the users without holding all rights", () => {
  const flags = ["View", "Add", "Update", "Delete"] as const;
  async function withKeeper() {
    const here = await world();
    for (const action of flags)
      await here.grant({ role: "Manager", page: "/society-management?tab=plot-users", action });
    return here;
  }

  test("gives a role that holds no more than their own, and no other", async () => {
    const here = await withKeeper();
    const { manager } = here;
    accepted(await manager.post("/users", { ...newcomer, RoleID: await roleId(here, "Clerk") }));
    const refused = await manager.post("/users", {
      ...newcomer,
      Username: "other",
      RoleID: await roleId(here, "Admin"),
    });
    expect([refused.status, refused.body.message]).toEqual([403, grantsMore]);
    for (const name of ["clerk", "manager"] as const) {
      const user = await userNamed(here, name);
      const answer = await manager.put("/users", { ...user, RoleID: await roleId(here, "Admin") });
      expect([answer.status, answer.body.message]).toEqual([403, grantsMore]);
    }
  });

  test("does not take over, disable or delete an account that holds more", async () => {
    const here = await withKeeper();
    const { manager } = here;
    const admin = await userNamed(here, "admin");
    for (const patch of [{ Password: "mine-now" }, { Email: "manager@example.org" }, { IsActive: false }])
      expect((await manager.put("/users", { ...admin, ...patch })).status).toBe(403);
    expect((await manager.delete(`/users/${admin.UserID}`)).status).toBe(403);
    accepted(await signIn(here, "admin", password));
  });
});

describe("the last administrator", () => {
  test("cannot be disabled, deleted or given a lesser role", async () => {
    const here = await world();
    const { UserID } = await userNamed(here, "admin");
    const answers = [
      await change(here, "admin", { IsActive: false }),
      await change(here, "admin", { RoleID: await roleId(here, "Manager") }),
      await here.admin.delete(`/users/${UserID}`),
    ];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([409, lastAdministrator]);
    accepted(await change(here, "admin", { FullName: "Tariq", Password: "" }));
  });

  test("is whoever of two remains when both are disabled at the same moment", async () => {
    const here = await world();
    await here.changeUser("manager", { RoleID: await roleId(here, "Admin") });
    const answers = await Promise.all(
      (["admin", "manager"] as const).map(async (name) => {
        const user = await userNamed(here, name);
        return here[name].put("/users", { ...user, IsActive: false });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

async function roleId({ admin }: World, name: string): Promise<number> {
  const [found] = await admin.list(role, `?RoleName=${name}`);
  return found?.RoleID ?? 0;
}

async function userNamed({ admin }: World, name: Username) {
  const [found] = await admin.list(users, `?Username=${name}`);
  if (!found) throw new Error(`Nobody is called ${name}`);
  return found;
}

async function change(here: World, name: Username, patch: object) {
  return here.admin.put("/users", { ...(await userNamed(here, name)), ...patch });
}

function signIn({ anonymous }: World, username: string, given: string) {
  return anonymous.post("/auth/login", { username, password: given });
}
