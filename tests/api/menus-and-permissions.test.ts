import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { buildFormExamples } from "../harness/forms.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord, parseRecords } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();
const menuForm = (await buildFormExamples(sharedHarness)).find(({ resource }) => resource.name === "menus")?.body;

const sessionMenus = z.object({ menus: z.array(z.object({ MenuName: z.string(), Path: z.string() })) });

describe("menus", () => {
  test("a new portal has a menu for each page of the catalogue, with tabs below their page", async () => {
    const { admin } = await openHarness();
    const allMenus = await admin.list(menus);
    expect(allMenus.map(({ MenuURL }) => MenuURL).sort(ascending)).toEqual(pages.map(({ id }) => id).sort(ascending));
    const topLevelMenus = allMenus.filter(({ ParentMenuID }) => ParentMenuID === 0);
    expect(topLevelMenus.map(({ MenuName }) => MenuName)).toEqual([
      "Dashboard",
      "Society Management",
      "Payment Management",
      "Finance Management",
      "Generate Report",
      "System Management",
      "Counter",
    ]);
  });

  test.each([
    [{ ParentMenuID: 0 }, { ParentMenuID: "Parent Menu is required" }],
    [{ ParentMenuID: 0, IsTopLevel: 0 }, { ParentMenuID: "Parent Menu is required" }],
    [{ MenuURL: 99 }, { MenuURL: "Menu URL is required" }],
    [{ MenuURL: 0 }, { MenuURL: "Menu URL is required" }],
    [{ Position: 0 }, { Position: "Poition is required" }],
  ])("the portal refuses a menu with %j", async (values, errors) => {
    const { admin } = sharedHarness;
    const { status, body } = await admin.post("/menu", { ...menuForm, ...values });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  test("a menu with IsTopLevel needs no parent menu", async () => {
    const { admin } = sharedHarness;
    const topLevelMenu = parseRecord(
      menus,
      await admin.post("/menu", { ...menuForm, ParentMenuID: 0, IsTopLevel: true }),
    );
    expect(topLevelMenu).toMatchObject({ ParentMenuID: 0, IsTopLevel: 1 });
    assertOk(await admin.delete(`/menu/${topLevelMenu.MenuID}`));
  });

  test("User Management is also a top-level entry of the menu for users who may view its page", async () => {
    const { admin, ali } = sharedHarness;
    const readTopLevelEntries = async (person: typeof admin) =>
      sessionMenus
        .parse(assertOk(await person.get("/me")).body.data)
        .menus.map(({ MenuName, Path }) => [MenuName, Path]);
    expect((await readTopLevelEntries(admin)).at(-1)).toEqual([
      "User Management",
      "/society-management?tab=plot-users",
    ]);
    expect((await readTopLevelEntries(ali)).map(([name]) => name)).not.toContain("User Management");
  });

  test("a second menu of a page appears in the sidebar of the roles that may view the page, and can be deleted again", async () => {
    const { admin, clerk, ali } = await openHarness();
    const [scheduleMenu] = await admin.list(menus, "?MenuURL=11");
    const second = parseRecord(
      menus,
      await admin.post("/menu", { MenuName: "Rounds", MenuURL: 11, ParentMenuID: 0, IsTopLevel: true, Position: 40 }),
    );
    expect(second).toMatchObject({ Path: "/payment-management?tab=payment-schedule", MenuID: expect.any(Number) });
    const readMenus = async (person: typeof admin) =>
      sessionMenus.parse(assertOk(await person.get("/me")).body.data).menus.map(({ MenuName }) => MenuName);
    expect(await readMenus(clerk)).toEqual(["Payment Management", "Rounds"]);
    expect(await readMenus(ali)).toContain("Rounds");
    assertOk(await admin.delete(`/menu/${second.MenuID}`));
    expect(await readMenus(clerk)).toEqual(["Payment Management"]);
    expect(await admin.list(menus, "?MenuURL=11")).toEqual([scheduleMenu]);
  });

  test("a permission counts if it is granted through one of the menus of a page, and the last administrator cannot lose the last of these grants", async () => {
    const { admin } = await openHarness();
    const permissionsPage = rolePermissions.guards.update.page;
    const [permissionsMenu] = await admin.list(menus, "?MenuURL=22");
    const [systemMenu] = await admin.list(menus, "?MenuName=System Management");
    const body = { MenuName: "Rights", MenuURL: 22, ParentMenuID: systemMenu?.MenuID, IsTopLevel: 0, Position: 40 };
    const { MenuID } = parseRecord(menus, await admin.post("/menu", body));
    const [updateAction] = await admin.list(action, "?ActionName=Update");
    const [adminRole] = await admin.list(role, "?RoleName=Admin");
    const pair = { MenuID, ActionID: updateAction?.ActionID };
    assertOk(await admin.post("/menuactionsmap", pair));
    const setUpdate = (values: { MenuID: number | undefined; IsAllowed: 0 | 1 }) =>
      admin.post("/role-permissions", { RoleMenuActions: [{ RoleID: adminRole?.RoleID, ...pair, ...values }] });
    assertOk(await setUpdate({ MenuID, IsAllowed: 1 }));
    assertOk(await setUpdate({ MenuID: permissionsMenu?.MenuID, IsAllowed: 0 }));
    expect((await admin.session()).permissions[permissionsPage]).toEqual({ CanView: true, CanUpdate: true });
    expect(await setUpdate({ MenuID, IsAllowed: 0 })).toMatchObject({
      status: 409,
      body: { code: "last-administrator" },
    });
    expect((await admin.delete(`/menu/${MenuID}`)).status).toBe(409);
    assertOk(await setUpdate({ MenuID: permissionsMenu?.MenuID, IsAllowed: 1 }));
    assertOk(await setUpdate({ MenuID, IsAllowed: 0 }));
    const [menuAction] = await admin.list(menuActionsMap, `?MenuID=${MenuID}`);
    assertOk(await admin.delete(`/menuactionsmap/${menuAction?.MenuActionID}`));
    assertOk(await admin.delete(`/menu/${MenuID}`));
    expect((await admin.session()).permissions[permissionsPage]).toEqual({ CanView: true, CanUpdate: true });
  });

  test("a changed menu appears in the session of every user", async () => {
    const { admin, clerk } = await openHarness();
    const [scheduleMenu] = await admin.list(menus, "?MenuURL=11");
    assertOk(await admin.put("/menu", { ...scheduleMenu, MenuName: "Installments", Position: 1 }));
    const { data } = assertOk(await clerk.get("/me")).body;
    expect(data).toMatchObject({
      menus: [{ SubItems: [{ MenuName: "Installments", Title: "Installments", Position: 1 }] }],
    });
  });
});

test("lists and saves of menus return the path of the page", async () => {
  const { admin } = await openHarness();
  const allMenus = await admin.list(menus);
  expect(allMenus.map(({ MenuURL, Path }) => [MenuURL, Path]).sort()).toEqual(
    pages.map(({ id, path }) => [id, path]).sort(),
  );
  const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
  const saved = parseRecord(menus, await admin.put("/menu", { ...plotsMenu, MenuName: "Houses" }));
  expect(saved.Path).toBe("/society-management?tab=plots");
});

describe("the parent of a menu", () => {
  test("the parent of a menu must be an existing top-level menu", async () => {
    const { admin } = await openHarness();
    const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
    const [paymentsMenu] = await admin.list(menus, "?MenuURL=8");
    const putPlotsMenu = async (menu: object) =>
      (await admin.put(`/menu/${plotsMenu?.MenuID}`, { ...plotsMenu, ...menu })).body;
    expect(await putPlotsMenu({ ParentMenuID: 999 })).toMatchObject({
      errors: { ParentMenuID: "Menu does not exist" },
    });
    for (const ParentMenuID of [plotsMenu?.MenuID, (plotsMenu?.MenuID ?? 0) + 1])
      expect(await putPlotsMenu({ ParentMenuID })).toMatchObject({
        errors: { ParentMenuID: "Parent Menu must be a top-level entry" },
      });
    const movedMenu = { ...paymentsMenu, ParentMenuID: 1, IsTopLevel: 0 };
    expect((await admin.put("/menu", movedMenu)).body).toMatchObject({
      errors: { ParentMenuID: "A menu with sub-menus stays at the top level" },
    });
  });

  test("a menu with IsTopLevel becomes a top-level menu, whatever parent the request names", async () => {
    const { admin } = await openHarness();
    const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
    const moved = parseRecord(menus, await admin.put("/menu", { ...plotsMenu, IsTopLevel: true }));
    expect(moved).toMatchObject({ ParentMenuID: 0, IsTopLevel: 1 });
  });
});

describe("the menu-action map", () => {
  test("a menu with an action that the map accepts only for a sub-menu stays one, and keeps its page", async () => {
    const { admin } = await openHarness();
    const [receivedMenu] = await admin.list(menus, "?MenuURL=15");
    const [addAction] = await admin.list(action, "?ActionName=Add");
    assertOk(await admin.post("/menuactionsmap", { MenuID: receivedMenu?.MenuID, ActionID: addAction?.ActionID }));
    const message = "A top-level menu takes only the View action";
    expect(await admin.put("/menu", { ...receivedMenu, IsTopLevel: 1 })).toMatchObject({
      status: 400,
      body: { code: "top-level-only-view", errors: { IsTopLevel: message } },
    });
    assertOk(await admin.put("/menu", { ...receivedMenu, MenuName: "Receipts of the month" }));
    for (const { MenuActionID } of await admin.list(menuActionsMap, `?MenuID=${receivedMenu?.MenuID}`))
      assertOk(await admin.delete(`/menuactionsmap/${MenuActionID}`));
    assertOk(await admin.delete(`/menu/${receivedMenu?.MenuID}`));
    const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
    const topLevelMenu = parseRecord(menus, await admin.put("/menu", { ...plotsMenu, IsTopLevel: 1 }));
    const refused = { status: 400, body: { code: "top-level-only-view", errors: { MenuURL: message } } };
    expect(await admin.put("/menu", { ...topLevelMenu, MenuURL: 15 })).toMatchObject(refused);
  });

  test("the map accepts only the View action for a top-level menu, on create and on update", async () => {
    const { admin } = await openHarness();
    const [financeMenu] = await admin.list(menus, "?MenuURL=13");
    const [receivedMenu] = await admin.list(menus, "?MenuURL=15");
    const [addAction] = await admin.list(action, "?ActionName=Add");
    const message = "A top-level menu takes only the View action";
    const topLevelPair = { MenuID: financeMenu?.MenuID, ActionID: addAction?.ActionID };
    expect((await admin.post("/menuactionsmap", topLevelPair)).body).toMatchObject({
      success: false,
      message,
      code: "top-level-only-view",
      errors: { ActionID: message },
      details: { ActionID: { code: "top-level-only-view" } },
    });
    const tabPair = parseRecord(
      menuActionsMap,
      await admin.post("/menuactionsmap", { ...topLevelPair, MenuID: receivedMenu?.MenuID }),
    );
    expect(tabPair).toMatchObject({ MenuName: "Received", ActionName: "Add" });
    expect((await admin.put("/menuactionsmap", { ...tabPair, MenuID: financeMenu?.MenuID })).status).toBe(400);
  });

  test("creating a pair answers with a list of that one pair, and a repeat with the same idempotency key gets the same reply", async () => {
    const { admin } = await openHarness();
    const [receivedMenu] = await admin.list(menus, "?MenuURL=15");
    const [addAction] = await admin.list(action, "?ActionName=Add");
    const body = { MenuID: receivedMenu?.MenuID, ActionID: addAction?.ActionID };
    const post = { method: "POST", path: "/menuactionsmap", body, headers: { "idempotency-key": "pair" } };
    const firstBody = assertOk(await admin.send(post)).body;
    expect(firstBody.data).toEqual([expect.objectContaining({ ...body, ActionName: "Add" })]);
    expect((await admin.send(post)).body).toEqual(firstBody);
  });

  test("the map refuses a duplicate pair and names its menu and action", async () => {
    const { admin } = await openHarness();
    const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
    const [paymentsMenu] = await admin.list(menus, "?MenuURL=8");
    const [viewAction] = await admin.list(action, "?ActionName=View");
    const pair = { MenuID: plotsMenu?.MenuID, ActionID: viewAction?.ActionID };
    const duplicateRefusal = { status: 409, body: { message: "Menu action Plots / View already exists" } };
    expect(await admin.post("/menuactionsmap", pair)).toMatchObject(duplicateRefusal);
    const [otherPair] = await admin.list(menuActionsMap, `?MenuID=${paymentsMenu?.MenuID}`);
    expect(await admin.put("/menuactionsmap", { ...otherPair, ...pair })).toMatchObject(duplicateRefusal);
    const [existingPair] = await admin.list(
      menuActionsMap,
      `?MenuID=${plotsMenu?.MenuID}&ActionID=${viewAction?.ActionID}`,
    );
    assertOk(await admin.put("/menuactionsmap", existingPair ?? {}));
  });
});

describe("the permission grid", () => {
  test("the grid of a role contains every pair of the map and can be saved as a whole", async () => {
    const { admin, clerk } = await openHarness();
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    const path = `/role-permissions/${clerkRole?.RoleID}`;
    const grid = parseRecords(rolePermissions, withVersions(await admin.get(path)));
    expect(grid).toHaveLength((await admin.list(menuActionsMap)).length);
    expect(
      grid.filter(({ IsAllowed }) => IsAllowed === 1).map(({ MenuName, ActionName }) => [MenuName, ActionName]),
    ).toEqual([
      ["Payment Management", "View"],
      ["Payment Schedule", "View"],
      ["Payment Schedule", "Update"],
    ]);
    const RoleMenuActions = grid.map((row) => ({ ...row, IsAllowed: row.MenuName === "Dashboard" ? 1 : 0 }));
    const { body } = assertOk(await admin.post("/role-permissions", { RoleMenuActions }));
    expect(body.message).toBe("Permission updated successfully!");
    expect((await clerk.session()).permissions).toEqual({ "/": { CanView: true, canEdit: true } });
    expect(parseRecords(rolePermissions, withVersions(await admin.get(path)))).toMatchObject(
      RoleMenuActions.map(({ MenuID, IsAllowed }) => ({ MenuID, IsAllowed })),
    );
  });

  test("the grid of an unknown role answers 404", async () => {
    for (const id of ["999", "0", "abc", "1e0", "{}"])
      expect([id, (await sharedHarness.admin.get(`/role-permissions/${encodeURIComponent(id)}`)).status]).toEqual([
        id,
        404,
      ]);
  });

  test("the portal saves a grid completely or not at all", async () => {
    const { admin, clerk } = await openHarness();
    const before = await clerk.session();
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    const pair = { RoleID: clerkRole?.RoleID, MenuID: 1, ActionID: 1, IsAllowed: 1 };
    for (const invalidValues of [
      { RoleID: 999 },
      { MenuID: 999 },
      { ActionID: 999 },
      { MenuID: "1" },
      { IsAllowed: "true" },
      { IsAllowed: 2 },
      { ActionID: { $ne: null } },
    ]) {
      const { status } = await admin.post("/role-permissions", {
        RoleMenuActions: [pair, { ...pair, ...invalidValues }],
      });
      expect([invalidValues, status]).toEqual([invalidValues, 400]);
    }
    for (const RoleMenuActions of [undefined, [], {}, "x", [null], [[]]])
      expect((await admin.post("/role-permissions", { RoleMenuActions })).status).toBe(400);
    expect(await clerk.session()).toEqual(before);
  });
});

/** Adds the versions that the record schema requires: the grid has none because its rows are not saved one by one. */
function withVersions(reply: Awaited<ReturnType<typeof sharedHarness.admin.get>>) {
  const { data } = reply.body;
  const rows = Array.isArray(data) ? data.map((row: object) => ({ ...row, Version: 1 })) : data;
  return { ...reply, body: { ...reply.body, data: rows } };
}

function ascending(left: number, right: number): number {
  return left - right;
}
