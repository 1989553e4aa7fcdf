import { expect, test } from "vitest";
import { menus } from "../../shared/resources/menus.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { role } from "../../shared/resources/role.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const viewExpenses = { role: "Manager", page: "/finance-management?tab=expenses", action: "View" } as const;

test("a new socket receives the session that GET /me returns", async () => {
  const { clerk } = await openHarness();
  const socket = await clerk.openSocket();
  const { data } = assertOk(await clerk.get("/me")).body;
  expect(socket.received.sessions).toEqual([data]);
});

test("a forged or expired token is rejected", async () => {
  const { anonymous, clerk, clock } = await openHarness();
  await expect(anonymous.openSocket()).rejects.toThrow("Unauthorized");
  const token = await clerk.token();
  await expect(clerk.openSocket({ token: `${token}x` })).rejects.toThrow("Unauthorized");
  clock.advanceMinutes(9 * 60);
  await expect(clerk.openSocket({ token })).rejects.toThrow("Unauthorized");
});

test("the revocation of a permission ends its subscription at once and sends the new session", {
  tags: "requirement-5",
}, async () => {
  const { manager, revoke, createExpense, admin } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["expenses", "plot-category"]);
  await createExpense();
  await socket.waitForEarlierEvents();
  expect(socket.received.changes).toHaveLength(1);
  socket.clearReceived();

  await revoke(viewExpenses);
  await createExpense();
  await admin.post("/plot-category", { CategoryName: "D" });

  await socket.waitFor(({ changes }) => changes.length > 0);
  expect(socket.received.changes).toMatchObject([{ resource: "plot-category" }]);
  expect(socket.received.sessions).toHaveLength(1);
  expect(socket.received.sessions[0]?.permissions[viewExpenses.page]).not.toHaveProperty("CanView");
  expect((await manager.get("/expenses")).status).toBe(403);
});

test("a permission that is granted again causes a resync, and changes arrive again", async () => {
  const { manager, revoke, grant, createExpense } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["expenses", "plot-category"]);
  await revoke(viewExpenses);
  await createExpense();

  await grant(viewExpenses);
  await socket.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(socket.received.resyncs).toEqual([["expenses"]]);
  expect(socket.received.changes).toEqual([]);
  expect(socket.received.sessions.at(-1)?.permissions[viewExpenses.page]).toHaveProperty("CanView", true);
  await createExpense({ ExpenseTitle: "Lamps" });
  await socket.waitForEarlierEvents();
  expect(socket.received.changes).toMatchObject([{ record: { ExpenseTitle: "Lamps" } }]);
});

test("a granted permission activates a subscription that was denied before", async () => {
  const { nobody, grant, createPlot } = await openHarness();
  const socket = await nobody.openSocket();
  expect(await socket.watch(["plot"])).toMatchObject({ watching: [], denied: ["plot"] });
  await grant({ role: "Nobody", page: "/society-management?tab=plots", action: "View" });
  await createPlot({ HouseNo: "C-7" });
  await socket.waitFor(({ changes }) => changes.length > 0);
  expect(socket.received.resyncs).toEqual([["plot"]]);
  expect(socket.received.changes).toMatchObject([{ resource: "plot", record: { HouseNo: "C-7" } }]);
});

test("after a change of role, subscriptions follow the new role", { tags: "requirement-5" }, async () => {
  const { manager, admin, changeUser, createExpense } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["expenses", "payment-schedule"]);
  const clerkRole = (await admin.list(role)).find(({ RoleName }) => RoleName === "Clerk");
  await changeUser("manager", { RoleID: clerkRole?.RoleID });
  await createExpense();
  await socket.waitForEarlierEvents();
  expect(socket.received.changes).toEqual([]);
  expect(socket.received.sessions.at(-1)?.user.role).toMatchObject({ roleName: "Clerk" });
});

test("a disabled user is disconnected and cannot reconnect", {
  tags: ["requirement-5", "requirement-10"],
}, async () => {
  const { clerk, changeUser } = await openHarness();
  const socket = await clerk.openSocket();
  const token = await clerk.token();
  await changeUser("clerk", { IsActive: false });
  await socket.waitFor((_received, { connected }) => !connected);
  expect((await clerk.get("/me")).status).toBe(401);
  await expect(clerk.openSocket({ token })).rejects.toThrow("Unauthorized");
});

test("a logout disconnects only the sockets of its session", { tags: "requirement-10" }, async () => {
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
  const [aliSocket, sanaSocket] = [await ali.openSocket(), await sana.openSocket()];
  for (const socket of [aliSocket, sanaSocket]) await socket.watch(["payment-schedule"]);
  const { PlotID } = society.sanaPlot;
  await transaction(async (tx) => tx.update(paymentSchedule, await tx.get(paymentSchedule, id), { PlotID }));
  await aliSocket.waitForEarlierEvents();
  await sanaSocket.waitForEarlierEvents();
  expect(aliSocket.received.changes).toMatchObject([{ type: "delete", id }]);
  expect(aliSocket.received.changes[0]).not.toHaveProperty("record");
  expect(sanaSocket.received.changes).toMatchObject([{ type: "upsert", id, record: { PlotID, HouseNo: "A-2" } }]);
});

test("a resident linked to other plots gets a resync and then changes of those plots", async () => {
  const { ali, admin, society, changeUser } = await openHarness();
  const socket = await ali.openSocket();
  await socket.watch(["plot"]);
  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  await socket.waitFor(({ resyncs }) => resyncs.length > 0);
  for (const plot of [society.aliPlot, society.sanaPlot])
    await admin.put(`/plot/${plot.PlotID}`, { ...plot, OwnerName: "New" });
  await socket.waitForEarlierEvents();
  expect(socket.received.resyncs).toEqual([["plot"]]);
  expect(socket.received.changes).toMatchObject([{ id: society.sanaPlot.PlotID }]);
});

test("the deletion of a menu ends the subscriptions that its permissions allowed", {
  tags: "requirement-5",
}, async () => {
  const { clerk, admin, transaction, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const socket = await clerk.openSocket();
  await socket.watch(["payment-schedule"]);
  await transaction(async (tx) => {
    // The menu of the payment schedule.
    const menu = await tx.findFirst(menus, { MenuURL: 11 });
    if (menu) tx.remove(menus, menu);
  });
  await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  await socket.waitForEarlierEvents();
  expect(socket.received.changes).toEqual([]);
  expect(socket.received.sessions.at(-1)?.menus).toMatchObject([{ Path: "/payment-management", SubItems: [] }]);
});

test("the session of a socket contains who changed the permissions and when", async () => {
  const { manager, ali, revoke, clock } = await openHarness();
  const [managerSocket, aliSocket] = [await manager.openSocket(), await ali.openSocket()];
  clock.advanceMinutes(3);
  await revoke(viewExpenses);
  await revoke({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "View" });
  for (const socket of [managerSocket, aliSocket]) await socket.waitFor(({ sessions }) => sessions.length > 1);
  const [firstSession, changedSession] = managerSocket.received.sessions;
  expect(firstSession).not.toHaveProperty("changed");
  expect(changedSession?.changed).toEqual({ by: "admin", at: "2026-11-15T07:03:00.000Z" });
  expect(aliSocket.received.sessions[1]?.changed).toMatchObject({ by: "Office" });
  expect((await manager.get("/me")).body.data).toEqual(changedSession);
});
