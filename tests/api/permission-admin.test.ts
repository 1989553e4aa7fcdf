import { describe, expect, test } from "vitest";
import type { ActionName, PagePath } from "../../shared/pages.ts";
import { pages } from "../../shared/pages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

interface PermissionPair {
  role: string;
  page: PagePath;
  action: ActionName;
}

const permissions = "/system-management?tab=permissions";
const editing = { page: permissions, action: "Update" } as const;
const roles = "/system-management?tab=role";
const lastAdministrator = "At least one user must be able to edit permissions";
const grantsMore = "You cannot grant permissions that you do not have";

/** The pair as the grid sends it. */
async function readPermission({ admin }: Harness, box: PermissionPair) {
  const number = pages.find(({ path }) => path === box.page)?.number;
  const [held] = await admin.list(role, `?RoleName=${box.role}`);
  const [menu] = await admin.list(menus, `?MenuURL=${number}`);
  const [act] = await admin.list(action, `?ActionName=${box.action}`);
  return { RoleID: held?.RoleID ?? 0, MenuID: menu?.MenuID ?? 0, ActionID: act?.ActionID ?? 0 };
}

function permissionGrid(...RoleMenuActions: readonly object[]) {
  return { RoleMenuActions };
}

function refusal({ status, body }: Reply) {
  return [status, body.message];
}

describe("who may edit permissions", { tags: "requirement-7" }, () => {
  test("grants nothing beyond what they hold, and then nothing of the grid is saved", async () => {
    const here = await openHarness();
    await here.grant({ role: "Manager", ...editing });
    const before = await here.clerk.session();
    const held = await readPermission(here, { role: "Clerk", page: "/", action: "View" });
    const more = await readPermission(here, { role: "Clerk", page: roles, action: "Add" });
    const both = permissionGrid({ ...held, IsAllowed: 1 }, { ...more, IsAllowed: 1 });
    expect(refusal(await here.manager.post("/role-permissions", both))).toEqual([403, grantsMore]);
    expect(await here.clerk.session()).toEqual(before);
    assertOk(await here.manager.post("/role-permissions", permissionGrid({ ...held, IsAllowed: 1 })));
    expect((await here.clerk.session()).permissions["/"]).toEqual({ CanView: true });
  });

  test("does not grant it to their own role either, nor by taking it from everybody first", async () => {
    const here = await openHarness();
    await here.grant({ role: "Manager", ...editing });
    const own = await readPermission(here, { role: "Manager", page: roles, action: "Add" });
    const theirs = await readPermission(here, { role: "Admin", page: roles, action: "Add" });
    const give = permissionGrid({ ...own, IsAllowed: 1 });
    const take = permissionGrid({ ...theirs, IsAllowed: 0 });
    expect(refusal(await here.manager.post("/role-permissions", give))).toEqual([403, grantsMore]);
    expect((await here.manager.post("/role-permissions", take)).status).toBe(403);
  });

  test("gives what nobody holds yet: the pair of a new action", async () => {
    const { admin, clerk } = await openHarness();
    const { ActionID } = parseRecord(action, await admin.post("/action", { ActionName: "Print" }));
    const [schedule] = await admin.list(menus, "?MenuURL=11");
    const [clerks] = await admin.list(role, "?RoleName=Clerk");
    const pair = { MenuID: schedule?.MenuID, ActionID };
    const given = permissionGrid({ RoleID: clerks?.RoleID, ...pair, IsAllowed: 1 });
    expect((await admin.post("/role-permissions", given)).body.errors).toEqual({
      ActionID: "Menu action does not exist",
    });
    parseRecord(menuActionsMap, await admin.post("/menuactionsmap", pair));
    assertOk(await admin.post("/role-permissions", given));
    expect((await clerk.session()).permissions["/payment-management?tab=payment-schedule"]).toHaveProperty("CanPrint");
  });

  test("may also be somebody without the rights to which an action is renamed", async () => {
    const here = await openHarness();
    const page = "/system-management?tab=action";
    for (const name of ["View", "Update"] as const) await here.grant({ role: "Manager", page, action: name });
    const { ActionID } = parseRecord(action, await here.admin.post("/action", { ActionName: "Print" }));
    const [menu] = await here.admin.list(menus, "?MenuURL=22");
    const [managers] = await here.admin.list(role, "?RoleName=Manager");
    const pair = { MenuID: menu?.MenuID, ActionID };
    parseRecord(menuActionsMap, await here.admin.post("/menuactionsmap", pair));
    assertOk(
      await here.admin.post("/role-permissions", permissionGrid({ RoleID: managers?.RoleID, ...pair, IsAllowed: 1 })),
    );
    const renamed = await here.manager.put(`/action/${ActionID}`, { ActionName: "Up date" });
    expect(refusal(renamed)).toEqual([403, grantsMore]);
  });
});

describe("the last who may edit permissions", { tags: "requirement-7" }, () => {
  test("is not shut out by the grid, the map, the menu or the action", async () => {
    const here = await openHarness();
    const { admin } = here;
    const pair = await readPermission(here, { role: "Admin", ...editing });
    const [map] = await admin.list(menuActionsMap, `?MenuID=${pair.MenuID}&ActionID=${pair.ActionID}`);
    const [menu] = await admin.list(menus, "?MenuURL=22");
    const [free] = await admin.list(action, "?ActionName=Edit");
    const attempts = [
      admin.post("/role-permissions", permissionGrid({ ...pair, IsAllowed: 0 })),
      admin.delete(`/menuactionsmap/${map?.MenuActionID}`),
      admin.put(`/menuactionsmap/${map?.MenuActionID}`, { ...map, ActionID: free?.ActionID }),
      admin.put(`/action/${pair.ActionID}`, { ActionName: "Change" }),
    ];
    for (const attempt of attempts) expect(refusal(await attempt)).toEqual([409, lastAdministrator]);
    expect((await admin.delete(`/menu/${menu?.MenuID}`)).status).toBe(409);
    expect((await admin.session()).permissions[permissions]).toEqual({ CanView: true, CanUpdate: true });
  });

  test("is one whose account is in use", async () => {
    const here = await openHarness();
    await here.grant({ role: "Clerk", ...editing });
    await here.changeUser("clerk", { IsActive: false });
    const pair = await readPermission(here, { role: "Admin", ...editing });
    const taken = await here.admin.post("/role-permissions", permissionGrid({ ...pair, IsAllowed: 0 }));
    expect(refusal(taken)).toEqual([409, lastAdministrator]);
    await here.changeUser("clerk", { IsActive: true });
    assertOk(await here.admin.post("/role-permissions", permissionGrid({ ...pair, IsAllowed: 0 })));
  });

  test("remains when twenty take it from one another at the same time", async () => {
    const here = await openHarness();
    await here.grant({ role: "Manager", ...editing });
    const admins = await readPermission(here, { role: "Admin", ...editing });
    const managers = await readPermission(here, { role: "Manager", ...editing });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const [person, pair] = turn % 2 === 0 ? [here.admin, managers] : [here.manager, admins];
        return person.post("/role-permissions", permissionGrid({ ...pair, IsAllowed: 0 }));
      }),
    );
    expect(replies.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
    const sessions = [await here.admin.session(), await here.manager.session()];
    expect(sessions.filter((session) => session.permissions[permissions]?.CanUpdate)).toHaveLength(1);
  });
});

test("a permission taken away counts from the next request on, and the session says so", {
  tags: "requirement-5",
}, async () => {
  const { clerk, revoke } = await openHarness();
  const listener = await clerk.openSocket();
  listener.clearReceived();
  await revoke({ role: "Clerk", page: "/payment-management?tab=payment-schedule", action: "View" });
  expect((await clerk.get("/payment-schedule")).status).toBe(403);
  await listener.waitFor(({ sessions }) => sessions.length > 0);
  expect(listener.received.sessions[0]?.permissions).toEqual({
    "/payment-management": { CanView: true },
    "/payment-management?tab=payment-schedule": { CanUpdate: true },
  });
});

describe("what is in use stays", () => {
  test.each<{ resource: AnyResource; query: string; message: string }>([
    { resource: role, query: "?RoleName=Clerk", message: "Role is in use by User clerk" },
    { resource: menus, query: "?MenuURL=11", message: "Menu is in use by Role Admin" },
    { resource: menus, query: "?MenuURL=8", message: "Menu is in use by Menu Service Charges" },
    { resource: action, query: "?ActionName=Edit", message: "Action is in use by Role Admin" },
  ])("and its holder is named: $message", async ({ resource, query, message }) => {
    const { admin } = await openHarness();
    const [row] = await admin.list(resource, query);
    const id = new Map<string, unknown>(Object.entries(row ?? {})).get(resource.idField);
    expect(refusal(await admin.delete(`/${resource.writePath}/${id}`))).toEqual([409, message]);
  });

  test("but a role that nobody has goes with its permissions, and a pair with what it allowed", async () => {
    const here = await openHarness();
    const { admin, clerk } = here;
    const { RoleID } = parseRecord(role, await admin.post("/role", { RoleName: "Auditor" }));
    const pair = await readPermission(here, { role: "Auditor", page: "/", action: "View" });
    assertOk(await admin.post("/role-permissions", permissionGrid({ ...pair, IsAllowed: 1 })));
    expect(assertOk(await admin.delete(`/role/${RoleID}`)).body.message).toBe("Role deleted successfully");
    expect(await admin.list(rolePermissions, `?RoleID=${RoleID}`)).toEqual([]);

    const ticking = await readPermission(here, {
      role: "Clerk",
      page: "/payment-management?tab=payment-schedule",
      action: "Update",
    });
    const query = `?MenuID=${ticking.MenuID}&ActionID=${ticking.ActionID}`;
    const [map] = await admin.list(menuActionsMap, query);
    assertOk(await admin.delete(`/menuactionsmap/${map?.MenuActionID}`));
    expect(await admin.list(rolePermissions, query)).toEqual([]);
    expect((await clerk.put("/payment-schedule/1", { IsPaid: 1 })).status).toBe(403);
  });

  test("and refusals alone are no use: the action goes, and they with it", async () => {
    const { admin } = await openHarness();
    const { ActionID } = parseRecord(action, await admin.post("/action", { ActionName: "Print" }));
    const [menu] = await admin.list(menus, "?MenuURL=11");
    const [clerks] = await admin.list(role, "?RoleName=Clerk");
    const map = parseRecord(menuActionsMap, await admin.post("/menuactionsmap", { MenuID: menu?.MenuID, ActionID }));
    const refused = { RoleID: clerks?.RoleID, MenuID: menu?.MenuID, ActionID, IsAllowed: 0 };
    assertOk(await admin.post("/role-permissions", permissionGrid(refused)));
    expect((await admin.delete(`/action/${ActionID}`)).status).toBe(409);
    assertOk(await admin.delete(`/menuactionsmap/${map.MenuActionID}`));
    assertOk(await admin.delete(`/action/${ActionID}`));
    expect(await admin.list(rolePermissions, `?ActionID=${ActionID}`)).toEqual([]);
  });
});

describe("how far a role sees", { tags: "requirement-7" }, () => {
  test("is not narrowed for the last who may edit permissions, as nobody could widen it again", async () => {
    const { admin } = await openHarness();
    const [admins] = await admin.list(role, "?RoleName=Admin");
    expect(refusal(await admin.put("/role", { ...admins, Scope: "own" }))).toEqual([409, lastAdministrator]);
    expect(await admin.list(plot)).toHaveLength(2);
  });

  test("is changed only by who holds all that the role may do", async () => {
    const here = await openHarness();
    for (const action of ["View", "Update"] as const) await here.grant({ role: "Manager", page: roles, action });
    await here.grant({ role: "Resident", page: roles, action: "Delete" });
    const [admins] = await here.admin.list(role, "?RoleName=Admin");
    const [residents] = await here.admin.list(role, "?RoleName=Resident");
    expect(refusal(await here.manager.put("/role", { ...admins, Scope: "own" }))).toEqual([403, grantsMore]);
    expect(refusal(await here.manager.put("/role", { ...residents, Scope: "all" }))).toEqual([403, grantsMore]);
    await here.grant({ role: "Manager", page: roles, action: "Delete" });
    assertOk(await here.manager.put("/role", { ...residents, Scope: "all" }));
  });

  test("stays as it is when a change does not name it", async () => {
    const { admin } = await openHarness();
    const [residents] = await admin.list(role, "?RoleName=Resident");
    const renamed = parseRecord(role, await admin.put(`/role/${residents?.RoleID}`, { RoleName: "Owner" }));
    expect(renamed).toMatchObject({ RoleName: "Owner", Scope: "own" });
    expect(parseRecord(role, await admin.post("/role", { RoleName: "Auditor" })).Scope).toBe("all");
  });

  test("and may do is not given to newcomers by calling another role theirs", async () => {
    const here = await openHarness();
    for (const action of ["View", "Update"] as const) await here.grant({ role: "Manager", page: roles, action });
    const [admins] = await here.admin.list(role, "?RoleName=Admin");
    const [residents] = await here.admin.list(role, "?RoleName=Resident");
    assertOk(await here.manager.put("/role", { ...residents, RoleName: "Owner" }));
    expect(refusal(await here.manager.put("/role", { ...admins, RoleName: "Resident" }))).toEqual([403, grantsMore]);
  });
});

test("who may not list what holds a record is told its kind, but no name", async () => {
  const here = await openHarness();
  await here.grant({ role: "Clerk", page: "/society-management?tab=plots", action: "Delete" });
  const { PlotID } = here.society.ali;
  expect(refusal(await here.clerk.delete(`/plot/${PlotID}`))).toEqual([409, "Plot is in use by User"]);
  expect(refusal(await here.admin.delete(`/plot/${PlotID}`))).toEqual([409, "Plot is in use by User ali"]);
});

test("an import makes a type or floor only for who may add one", async () => {
  const here = await openHarness();
  for (const action of ["Add", "Update"] as const)
    await here.grant({ role: "Clerk", page: "/society-management?tab=plots", action });
  const body = [
    "HouseNo,Category,Type,Floor,OwnerName",
    "K-1,A,Residential,Attic,Kamran",
    "K-2,A,Corner,Ground,Kamran",
    "K-3,A,Residential,Ground,Kamran",
  ].join("\n");
  const reply = (who: Harness["admin"]) =>
    who.send({ method: "POST", path: "/import/plots", body, headers: { "content-type": "text/csv" } });
  expect(assertOk(await reply(here.clerk)).body.data).toEqual({
    added: 1,
    updated: 0,
    unchanged: 0,
    refused: [
      { row: 2, reason: "Floor Attic does not exist" },
      { row: 3, reason: "Type Corner does not exist" },
    ],
  });
  expect(assertOk(await reply(here.admin)).body.data).toMatchObject({ added: 2, unchanged: 1, refused: [] });
});

test("an import knows a house in wide letters too, and refuses a row rather than the sheet", async () => {
  const { admin } = await openHarness();
  const body = [
    "HouseNo,Category,Type,Floor,OwnerName",
    "\uff21-1,A,Residential,Ground,Ali",
    "Q-2,A,\uff32esidential,Ground,Kamran",
    "\uff31-2,A,Residential,Ground,Kamran",
  ].join("\n");
  const headers = { "content-type": "text/csv" };
  const { data } = assertOk(await admin.send({ method: "POST", path: "/import/plots", body, headers })).body;
  expect(data).toMatchObject({ added: 1, updated: 0, unchanged: 1, refused: [{ row: 4 }] });
});
