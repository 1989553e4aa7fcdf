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
import { adjustmentForm } from "../harness/adjustments.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

/** The cell of the permission grid for a role, a page and an action. */
interface PermissionKey {
  role: string;
  page: PagePath;
  action: ActionName;
}

const permissionsPage = "/system-management?tab=permissions";
const updatePermissions = { page: permissionsPage, action: "Update" } as const;
const rolesPage = "/system-management?tab=role";
const lastAdministratorMessage = "At least one user must be able to edit permissions";
const grantsMoreMessage = "You cannot grant permissions that you do not have";

/** Reads the ids by which the permission grid names the role, menu and action. */
async function readPermission({ admin }: Harness, { role: roleName, page, action: actionName }: PermissionKey) {
  const pageId = pages.find(({ path }) => path === page)?.id;
  const [foundRole] = await admin.list(role, `?RoleName=${roleName}`);
  const [menu] = await admin.list(menus, `?MenuURL=${pageId}`);
  const [foundAction] = await admin.list(action, `?ActionName=${actionName}`);
  return { RoleID: foundRole?.RoleID ?? 0, MenuID: menu?.MenuID ?? 0, ActionID: foundAction?.ActionID ?? 0 };
}

function permissionGrid(...RoleMenuActions: readonly object[]) {
  return { RoleMenuActions };
}

function statusAndMessage({ status, body }: Reply) {
  return [status, body.message];
}

describe("limits of granting permissions", { tags: "requirement-7" }, () => {
  test("a user who grants a permission that they do not have is refused, and no part of the grid is saved", async () => {
    const harness = await openHarness();
    await harness.grant({ role: "Manager", ...updatePermissions });
    const before = await harness.clerk.session();
    const granted = await readPermission(harness, { role: "Clerk", page: "/", action: "View" });
    const missing = await readPermission(harness, { role: "Clerk", page: rolesPage, action: "Add" });
    const grid = permissionGrid({ ...granted, IsAllowed: 1 }, { ...missing, IsAllowed: 1 });
    expect(statusAndMessage(await harness.manager.post("/role-permissions", grid))).toEqual([403, grantsMoreMessage]);
    expect(await harness.clerk.session()).toEqual(before);
    assertOk(await harness.manager.post("/role-permissions", permissionGrid({ ...granted, IsAllowed: 1 })));
    expect((await harness.clerk.session()).permissions["/"]).toEqual({ CanView: true });
  });

  test("a user cannot grant their own role a permission that it lacks, or revoke that permission from another role", async () => {
    const harness = await openHarness();
    await harness.grant({ role: "Manager", ...updatePermissions });
    const managerPermission = await readPermission(harness, { role: "Manager", page: rolesPage, action: "Add" });
    const adminPermission = await readPermission(harness, { role: "Admin", page: rolesPage, action: "Add" });
    const grantGrid = permissionGrid({ ...managerPermission, IsAllowed: 1 });
    const revokeGrid = permissionGrid({ ...adminPermission, IsAllowed: 0 });
    expect(statusAndMessage(await harness.manager.post("/role-permissions", grantGrid))).toEqual([
      403,
      grantsMoreMessage,
    ]);
    expect((await harness.manager.post("/role-permissions", revokeGrid)).status).toBe(403);
  });

  test("an administrator can grant a new action that no role has yet, once the action is assigned to the menu", async () => {
    const { admin, clerk } = await openHarness();
    const { ActionID } = parseRecord(action, await admin.post("/action", { ActionName: "Print" }));
    const [scheduleMenu] = await admin.list(menus, "?MenuURL=11");
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    const menuAndAction = { MenuID: scheduleMenu?.MenuID, ActionID };
    const grid = permissionGrid({ RoleID: clerkRole?.RoleID, ...menuAndAction, IsAllowed: 1 });
    expect((await admin.post("/role-permissions", grid)).body.errors).toEqual({
      ActionID: "Menu action does not exist",
    });
    parseRecord(menuActionsMap, await admin.post("/menuactionsmap", menuAndAction));
    assertOk(await admin.post("/role-permissions", grid));
    expect((await clerk.session()).permissions["/payment-management?tab=payment-schedule"]).toHaveProperty("CanPrint");
  });

  test("a user cannot rename an action that their role has to an action that their role lacks", async () => {
    const harness = await openHarness();
    const page = "/system-management?tab=action";
    for (const name of ["View", "Update"] as const) await harness.grant({ role: "Manager", page, action: name });
    const { ActionID } = parseRecord(action, await harness.admin.post("/action", { ActionName: "Print" }));
    const [permissionsMenu] = await harness.admin.list(menus, "?MenuURL=22");
    const [managerRole] = await harness.admin.list(role, "?RoleName=Manager");
    const menuAndAction = { MenuID: permissionsMenu?.MenuID, ActionID };
    parseRecord(menuActionsMap, await harness.admin.post("/menuactionsmap", menuAndAction));
    assertOk(
      await harness.admin.post(
        "/role-permissions",
        permissionGrid({ RoleID: managerRole?.RoleID, ...menuAndAction, IsAllowed: 1 }),
      ),
    );
    // Permissions are named without the spaces of their action, here CanUpdate.
    const renamed = await harness.manager.put(`/action/${ActionID}`, { ActionName: "Up date" });
    expect(statusAndMessage(renamed)).toEqual([403, grantsMoreMessage]);
  });
});

describe("last user with the permission to edit permissions", { tags: "requirement-7" }, () => {
  test("the last user who can edit permissions cannot lose that permission through the grid, the menu action, the menu or the action", async () => {
    const harness = await openHarness();
    const { admin } = harness;
    const permission = await readPermission(harness, { role: "Admin", ...updatePermissions });
    const [menuAction] = await admin.list(
      menuActionsMap,
      `?MenuID=${permission.MenuID}&ActionID=${permission.ActionID}`,
    );
    const [permissionsMenu] = await admin.list(menus, "?MenuURL=22");
    const [editAction] = await admin.list(action, "?ActionName=Edit");
    const attempts = [
      admin.post("/role-permissions", permissionGrid({ ...permission, IsAllowed: 0 })),
      admin.delete(`/menuactionsmap/${menuAction?.MenuActionID}`),
      admin.put(`/menuactionsmap/${menuAction?.MenuActionID}`, { ...menuAction, ActionID: editAction?.ActionID }),
      admin.put(`/action/${permission.ActionID}`, { ActionName: "Change" }),
    ];
    for (const attempt of attempts) expect(statusAndMessage(await attempt)).toEqual([409, lastAdministratorMessage]);
    expect((await admin.delete(`/menu/${permissionsMenu?.MenuID}`)).status).toBe(409);
    expect((await admin.session()).permissions[permissionsPage]).toEqual({ CanView: true, CanUpdate: true });
  });

  test("a disabled user does not count as a user who can edit permissions", async () => {
    const harness = await openHarness();
    await harness.grant({ role: "Clerk", ...updatePermissions });
    await harness.changeUser("clerk", { IsActive: false });
    const permission = await readPermission(harness, { role: "Admin", ...updatePermissions });
    const revocation = await harness.admin.post("/role-permissions", permissionGrid({ ...permission, IsAllowed: 0 }));
    expect(statusAndMessage(revocation)).toEqual([409, lastAdministratorMessage]);
    await harness.changeUser("clerk", { IsActive: true });
    assertOk(await harness.admin.post("/role-permissions", permissionGrid({ ...permission, IsAllowed: 0 })));
  });

  test("when two roles revoke the permission to edit permissions from each other in twenty concurrent requests, one of them keeps it", async () => {
    const harness = await openHarness();
    await harness.grant({ role: "Manager", ...updatePermissions });
    const adminRole = await readPermission(harness, { role: "Admin", ...updatePermissions });
    const managerRole = await readPermission(harness, { role: "Manager", ...updatePermissions });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [person, permission] = index % 2 === 0 ? [harness.admin, managerRole] : [harness.manager, adminRole];
        return person.post("/role-permissions", permissionGrid({ ...permission, IsAllowed: 0 }));
      }),
    );
    expect(replies.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
    const sessions = [await harness.admin.session(), await harness.manager.session()];
    expect(sessions.filter((session) => session.permissions[permissionsPage]?.CanUpdate)).toHaveLength(1);
  });
});

test("a revoked permission is refused from the next request on, and the open socket receives the new permissions", {
  tags: "requirement-5",
}, async () => {
  const { clerk, revoke } = await openHarness();
  const socket = await clerk.openSocket();
  socket.clearReceived();
  await revoke({ role: "Clerk", page: "/payment-management?tab=payment-schedule", action: "View" });
  expect((await clerk.get("/payment-schedule")).status).toBe(403);
  await socket.waitFor(({ sessions }) => sessions.length > 0);
  expect(socket.received.sessions[0]?.permissions).toEqual({
    "/payment-management": { CanView: true },
    "/payment-management?tab=payment-schedule": { CanUpdate: true },
  });
});

describe("deletion of roles, menus and actions", () => {
  const openShared = shareHarness((harness) => harness);

  test.each<{ resource: AnyResource; query: string; message: string }>([
    { resource: role, query: "?RoleName=Clerk", message: "Role is in use by User clerk" },
    { resource: menus, query: "?MenuURL=11", message: "Menu is in use by Role Admin" },
    { resource: menus, query: "?MenuURL=8", message: "Menu is in use by Menu Service Charges" },
    { resource: action, query: "?ActionName=Edit", message: "Action is in use by Role Admin" },
  ])(
    "the portal refuses to delete a record in use and names the record that refers to it: $message",
    async ({ resource, query, message }) => {
      const { admin } = await openShared();
      const [row] = await admin.list(resource, query);
      const id = new Map<string, unknown>(Object.entries(row ?? {})).get(resource.idField);
      expect(statusAndMessage(await admin.delete(`/${resource.writePath}/${id}`))).toEqual([409, message]);
    },
  );

  test("deleting a role without users deletes its permissions, and deleting a menu action deletes the permissions for it", async () => {
    const harness = await openHarness();
    const { admin, clerk } = harness;
    const { RoleID } = parseRecord(role, await admin.post("/role", { RoleName: "Auditor" }));
    const permission = await readPermission(harness, { role: "Auditor", page: "/", action: "View" });
    assertOk(await admin.post("/role-permissions", permissionGrid({ ...permission, IsAllowed: 1 })));
    expect(assertOk(await admin.delete(`/role/${RoleID}`)).body.message).toBe("Role deleted successfully");
    expect(await admin.list(rolePermissions, `?RoleID=${RoleID}`)).toEqual([]);

    const updatePermission = await readPermission(harness, {
      role: "Clerk",
      page: "/payment-management?tab=payment-schedule",
      action: "Update",
    });
    const query = `?MenuID=${updatePermission.MenuID}&ActionID=${updatePermission.ActionID}`;
    const [menuAction] = await admin.list(menuActionsMap, query);
    assertOk(await admin.delete(`/menuactionsmap/${menuAction?.MenuActionID}`));
    expect(await admin.list(rolePermissions, query)).toEqual([]);
    expect((await clerk.put("/payment-schedule/1", { IsPaid: 1 })).status).toBe(403);
  });

  test("an action with only denied permissions can be deleted after its menu action, and the denied permissions are deleted too", async () => {
    const { admin } = await openHarness();
    const { ActionID } = parseRecord(action, await admin.post("/action", { ActionName: "Print" }));
    const [scheduleMenu] = await admin.list(menus, "?MenuURL=11");
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    const menuAction = parseRecord(
      menuActionsMap,
      await admin.post("/menuactionsmap", { MenuID: scheduleMenu?.MenuID, ActionID }),
    );
    const denied = { RoleID: clerkRole?.RoleID, MenuID: scheduleMenu?.MenuID, ActionID, IsAllowed: 0 };
    assertOk(await admin.post("/role-permissions", permissionGrid(denied)));
    expect((await admin.delete(`/action/${ActionID}`)).status).toBe(409);
    assertOk(await admin.delete(`/menuactionsmap/${menuAction.MenuActionID}`));
    assertOk(await admin.delete(`/action/${ActionID}`));
    expect(await admin.list(rolePermissions, `?ActionID=${ActionID}`)).toEqual([]);
  });
});

describe("role scope and role name", { tags: "requirement-7" }, () => {
  test("the scope of the last role that can edit permissions cannot be narrowed, because no user could widen it again", async () => {
    const { admin } = await openHarness();
    const [adminRole] = await admin.list(role, "?RoleName=Admin");
    expect(statusAndMessage(await admin.put("/role", { ...adminRole, Scope: "own" }))).toEqual([
      409,
      lastAdministratorMessage,
    ]);
    expect(await admin.list(plot)).toHaveLength(2);
  });

  test("a user can change the scope of a role only if they have all permissions of that role", async () => {
    const harness = await openHarness();
    for (const action of ["View", "Update"] as const) await harness.grant({ role: "Manager", page: rolesPage, action });
    await harness.grant({ role: "Resident", page: rolesPage, action: "Delete" });
    const [adminRole] = await harness.admin.list(role, "?RoleName=Admin");
    const [residentRole] = await harness.admin.list(role, "?RoleName=Resident");
    expect(statusAndMessage(await harness.manager.put("/role", { ...adminRole, Scope: "own" }))).toEqual([
      403,
      grantsMoreMessage,
    ]);
    expect(statusAndMessage(await harness.manager.put("/role", { ...residentRole, Scope: "all" }))).toEqual([
      403,
      grantsMoreMessage,
    ]);
    await harness.grant({ role: "Manager", page: rolesPage, action: "Delete" });
    assertOk(await harness.manager.put("/role", { ...residentRole, Scope: "all" }));
  });

  test("a user can require or no longer require a second factor only of a role all of whose permissions they have", async () => {
    const harness = await openHarness();
    for (const action of ["View", "Update"] as const) await harness.grant({ role: "Manager", page: rolesPage, action });
    const [adminRole] = await harness.admin.list(role, "?RoleName=Admin");
    const [residentRole] = await harness.admin.list(role, "?RoleName=Resident");
    expect(statusAndMessage(await harness.manager.put("/role", { ...adminRole, RequireTotp: true }))).toEqual([
      403,
      grantsMoreMessage,
    ]);
    assertOk(await harness.manager.put("/role", { ...residentRole, RequireTotp: true }));
  });

  test("an update of a role without a scope leaves the scope unchanged", async () => {
    const { admin } = await openHarness();
    const [residentRole] = await admin.list(role, "?RoleName=Resident");
    const renamed = parseRecord(role, await admin.put(`/role/${residentRole?.RoleID}`, { RoleName: "Owner" }));
    expect(renamed).toMatchObject({ RoleName: "Owner", Scope: "own" });
    expect(parseRecord(role, await admin.post("/role", { RoleName: "Auditor" })).Scope).toBe("all");
  });

  test("a role cannot be renamed to the default role of new users by a user with fewer permissions", async () => {
    const harness = await openHarness();
    for (const action of ["View", "Update"] as const) await harness.grant({ role: "Manager", page: rolesPage, action });
    const [adminRole] = await harness.admin.list(role, "?RoleName=Admin");
    const [residentRole] = await harness.admin.list(role, "?RoleName=Resident");
    assertOk(await harness.manager.put("/role", { ...residentRole, RoleName: "Owner" }));
    expect(statusAndMessage(await harness.manager.put("/role", { ...adminRole, RoleName: "Resident" }))).toEqual([
      403,
      grantsMoreMessage,
    ]);
  });
});

test("a refused deletion names the kind of the referring record, but its name only to users who can list such records", async () => {
  const harness = await openHarness();
  await harness.grant({ role: "Clerk", page: "/society-management?tab=plots", action: "Delete" });
  const { PlotID } = harness.society.aliPlot;
  expect(statusAndMessage(await harness.clerk.delete(`/plot/${PlotID}`))).toEqual([409, "Plot is in use by User"]);
  expect(statusAndMessage(await harness.admin.delete(`/plot/${PlotID}`))).toEqual([409, "Plot is in use by User ali"]);
});

test("a refused deletion names a receipt and an adjustment by their numbers", async () => {
  const { admin, createPlot } = await openHarness();
  const [withReceipt, withCharge] = [await createPlot(), await createPlot()];
  await createReceipt(admin, { HouseNo: withReceipt.HouseNo });
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID: withCharge.PlotID })));
  const refusals = [
    await admin.delete(`/plot/${withReceipt.PlotID}`),
    await admin.delete(`/plot/${withCharge.PlotID}`),
  ];
  expect(refusals.map(({ body }) => body.values)).toEqual([
    { label: "Plot", holder: "Receipt R-1" },
    { label: "Plot", holder: "Adjustment ADJ-1" },
  ]);
});
