import { expect, test } from "vitest";
import { menus } from "../../shared/resources/menus.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { role } from "../../shared/resources/role.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const expensesPage = { role: "Manager", page: "/finance-management?tab=expenses", action: "View" } as const;

test("a new socket receives the session that GET /me returns", async () => {
  const { clerk } = await openHarness();
  const listener = await clerk.openSocket();
  const { data } = assertOk(await clerk.get("/me")).body;
  expect(listener.received.sessions).toEqual([data]);
});

test("a forged or expired token is rejected", async () => {
  const { anonymous, clerk, clock } = await openHarness();
  await expect(anonymous.openSocket()).rejects.toThrow("Unauthorized");
  const token = await clerk.token();
  await expect(clerk.openSocket({ token: `${token}x` })).rejects.toThrow("Unauthorized");
  clock.advanceMinutes(9 * 60);
  await expect(clerk.openSocket({ token })).rejects.toThrow("Unauthorized");
});

test("revoking a permission ends its subscription at once and sends the new session", {
  tags: "requirement-5",
}, async () => {
  const { manager, revoke, createExpense, admin } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["expenses", "plot-category"]);
  await createExpense();
  await listener.waitForEarlierEvents();
  expect(listener.received.changes).toHaveLength(1);
  listener.clearReceived();

  await revoke(expensesPage);
  await createExpense();
  await admin.post("/plot-category", { CategoryName: "D" });

  await listener.waitFor(({ changes }) => changes.length > 0);
  expect(listener.received.changes).toMatchObject([{ resource: "plot-category" }]);
  expect(listener.received.sessions).toHaveLength(1);
  expect(listener.received.sessions[0]?.permissions[expensesPage.page]).not.toHaveProperty("CanView");
  expect((await manager.get("/expenses")).status).toBe(403);
});

test("granting a permission again causes a resync, and changes arrive again", async () => {
  const { manager, revoke, grant, createExpense } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["expenses", "plot-category"]);
  await revoke(expensesPage);
  await createExpense();

  await grant(expensesPage);
  await listener.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(listener.received.resyncs).toEqual([["expenses"]]);
  expect(listener.received.changes).toEqual([]);
  expect(listener.received.sessions.at(-1)?.permissions[expensesPage.page]).toHaveProperty("CanView", true);
  await createExpense({ ExpenseTitle: "Lamps" });
  await listener.waitForEarlierEvents();
  expect(listener.received.changes).toMatchObject([{ record: { ExpenseTitle: "Lamps" } }]);
});

test("a granted permission activates a subscription that was denied before", async () => {
  const { nobody, grant, createPlot } = await openHarness();
  const listener = await nobody.openSocket();
  expect(await listener.watch(["plot"])).toMatchObject({ watching: [], denied: ["plot"] });
  await grant({ role: "Nobody", page: "/society-management?tab=plots", action: "View" });
  await createPlot({ HouseNo: "C-7" });
  await listener.waitFor(({ changes }) => changes.length > 0);
  expect(listener.received.resyncs).toEqual([["plot"]]);
  expect(listener.received.changes).toMatchObject([{ resource: "plot", record: { HouseNo: "C-7" } }]);
});

test("after a change of role, subscriptions follow the new role", { tags: "requirement-5" }, async () => {
  const { manager, admin, changeUser, createExpense } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["expenses", "payment-schedule"]);
  const clerkRole = (await admin.list(role)).find(({ RoleName }) => RoleName === "Clerk");
  await changeUser("manager", { RoleID: clerkRole?.RoleID });
  await createExpense();
  await listener.waitForEarlierEvents();
  expect(listener.received.changes).toEqual([]);
  expect(listener.received.sessions.at(-1)?.user.role).toMatchObject({ roleName: "Clerk" });
});

test("a disabled user is disconnected and cannot reconnect", {
  tags: ["requirement-5", "requirement-10"],
}, async () => {
  const { clerk, changeUser } = await openHarness();
  const listener = await clerk.openSocket();
  const token = await clerk.token();
  await changeUser("clerk", { IsActive: false });
  await listener.waitFor((_received, { connected }) => !connected);
  expect((await clerk.get("/me")).status).toBe(401);
  await expect(clerk.openSocket({ token })).rejects.toThrow("Unauthorized");
});

test("signing out disconnects the sockets of that session only", { tags: "requirement-10" }, async () => {
  const { clerk } = await openHarness();
  const [firstSocket, secondSocket] = [await clerk.openSocket(), await clerk.openSocket()];
  const firstToken = await clerk.token();
  await clerk.signIn();
  const otherSessionSocket = await clerk.openSocket();
  await clerk.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${firstToken}` } });
  await firstSocket.waitFor((_received, { connected }) => !connected);
  await secondSocket.waitFor((_received, { connected }) => !connected);
  await otherSessionSocket.waitForEarlierEvents();
  expect(otherSessionSocket.connected).toBe(true);
});

test("a row that moves to another plot is deleted for one resident and added for the other", {
  tags: "requirement-5",
}, async () => {
  const { ali, sana, society, createSchedule, transaction } = await openHarness();
  const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
  const id = rows[0]?.PaymentScheduleID ?? 0;
  const [aliListener, sanaListener] = [await ali.openSocket(), await sana.openSocket()];
  for (const listener of [aliListener, sanaListener]) await listener.watch(["payment-schedule"]);
  const { PlotID } = society.sanaPlot;
  await transaction(async (tx) => tx.update(paymentSchedule, await tx.get(paymentSchedule, id), { PlotID }));
  await aliListener.waitForEarlierEvents();
  await sanaListener.waitForEarlierEvents();
  expect(aliListener.received.changes).toMatchObject([{ type: "delete", id }]);
  expect(aliListener.received.changes[0]).not.toHaveProperty("record");
  expect(sanaListener.received.changes).toMatchObject([{ type: "upsert", id, record: { PlotID, HouseNo: "A-2" } }]);
});

test("a resident linked to other plots gets a resync and then changes of those plots", async () => {
  const { ali, admin, society, changeUser } = await openHarness();
  const listener = await ali.openSocket();
  await listener.watch(["plot"]);
  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  await listener.waitFor(({ resyncs }) => resyncs.length > 0);
  for (const plot of [society.aliPlot, society.sanaPlot])
    await admin.put(`/plot/${plot.PlotID}`, { ...plot, OwnerName: "New" });
  await listener.waitForEarlierEvents();
  expect(listener.received.resyncs).toEqual([["plot"]]);
  expect(listener.received.changes).toMatchObject([{ id: society.sanaPlot.PlotID }]);
});

test("deleting a menu revokes its permissions", { tags: "requirement-5" }, async () => {
  const { clerk, admin, transaction, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const listener = await clerk.openSocket();
  await listener.watch(["payment-schedule"]);
  await transaction(async (tx) => {
    const menu = await tx.findFirst(menus, { MenuURL: 11 });
    if (menu) tx.remove(menus, menu);
  });
  await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  await listener.waitForEarlierEvents();
  expect(listener.received.changes).toEqual([]);
  expect(listener.received.sessions.at(-1)?.menus).toMatchObject([{ Path: "/payment-management", SubItems: [] }]);
});

test("the session names who changed the permissions and when", async () => {
  const { manager, ali, revoke, clock } = await openHarness();
  const [listener, resident] = [await manager.openSocket(), await ali.openSocket()];
  clock.advanceMinutes(3);
  await revoke(expensesPage);
  await revoke({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "View" });
  await Promise.all([listener, resident].map((socket) => socket.waitFor(({ sessions }) => sessions.length > 1)));
  const [before, after] = listener.received.sessions;
  expect(before).not.toHaveProperty("changed");
  expect(after?.changed).toEqual({ by: "admin", at: "2026-11-15T07:03:00.000Z" });
  expect(resident.received.sessions[1]?.changed).toMatchObject({ by: "Office" });
  expect((await manager.get("/me")).body.data).toEqual(after);
});
