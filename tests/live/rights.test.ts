import { expect, test } from "vitest";
import { menus } from "../../shared/resources/menus.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { role } from "../../shared/resources/role.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

const expensesPage = { role: "Manager", page: "/finance-management?tab=expenses", action: "View" } as const;

test("who comes in is told who they are, as /me says", async () => {
  const { clerk } = await world();
  const listener = await clerk.socket();
  const { data } = accepted(await clerk.get("/me")).body;
  expect(listener.heard.sessions).toEqual([data]);
});

test("nobody comes in with a token that is not the portal's, or no longer good", async () => {
  const { anonymous, clerk, clock } = await world();
  await expect(anonymous.socket()).rejects.toThrow("Unauthorized");
  const token = await clerk.token();
  await expect(clerk.socket({ token: `${token}x` })).rejects.toThrow("Unauthorized");
  clock.pass(9 * 60);
  await expect(clerk.socket({ token })).rejects.toThrow("Unauthorized");
});

test("a permission taken away while connected silences at once, and the session says so", async () => {
  const { manager, revoke, anExpense, admin } = await world();
  const listener = await manager.socket();
  await listener.watch(["expenses", "plot-category"]);
  await anExpense();
  await listener.quiet();
  expect(listener.heard.changes).toHaveLength(1);
  listener.forget();

  await revoke(expensesPage);
  await anExpense();
  await admin.post("/plot-category", { CategoryName: "D" });

  await listener.until(({ changes }) => changes.length > 0);
  expect(listener.heard.changes).toMatchObject([{ resource: "plot-category" }]);
  expect(listener.heard.sessions).toHaveLength(1);
  expect(listener.heard.sessions[0]?.permissions[expensesPage.page]).not.toHaveProperty("CanView");
  expect((await manager.get("/expenses")).status).toBe(403);
});

test("a permission given back asks the client to read again, and it hears on", async () => {
  const { manager, revoke, grant, anExpense } = await world();
  const listener = await manager.socket();
  await listener.watch(["expenses", "plot-category"]);
  await revoke(expensesPage);
  await anExpense();

  await grant(expensesPage);
  await listener.until(({ resyncs }) => resyncs.length > 0);
  expect(listener.heard.resyncs).toEqual([["expenses"]]);
  expect(listener.heard.changes).toEqual([]);
  expect(listener.heard.sessions.at(-1)?.permissions[expensesPage.page]).toHaveProperty("CanView", true);
  await anExpense({ ExpenseTitle: "Lamps" });
  await listener.quiet();
  expect(listener.heard.changes).toMatchObject([{ record: { ExpenseTitle: "Lamps" } }]);
});

test("a permission that comes is of use to a connection that had asked in vain", async () => {
  const { nobody, grant, aPlot } = await world();
  const listener = await nobody.socket();
  expect(await listener.watch(["plot"])).toMatchObject({ watching: [], denied: ["plot"] });
  await grant({ role: "Nobody", page: "/society-management?tab=plots", action: "View" });
  await aPlot({ HouseNo: "C-7" });
  await listener.until(({ changes }) => changes.length > 0);
  expect(listener.heard.resyncs).toEqual([["plot"]]);
  expect(listener.heard.changes).toMatchObject([{ resource: "plot", record: { HouseNo: "C-7" } }]);
});

test("somebody given another role hears by that role from then on", async () => {
  const { manager, admin, changeUser, anExpense } = await world();
  const listener = await manager.socket();
  await listener.watch(["expenses", "payment-schedule"]);
  const clerks = (await admin.list(role)).find(({ RoleName }) => RoleName === "Clerk");
  await changeUser("manager", { RoleID: clerks?.RoleID });
  await anExpense();
  await listener.quiet();
  expect(listener.heard.changes).toEqual([]);
  expect(listener.heard.sessions.at(-1)?.user.role).toMatchObject({ roleName: "Clerk" });
});

test("a disabled user is shown out and does not come back", async () => {
  const { clerk, changeUser } = await world();
  const listener = await clerk.socket();
  const token = await clerk.token();
  await changeUser("clerk", { IsActive: false });
  await listener.until((_heard, { connected }) => !connected);
  expect((await clerk.get("/me")).status).toBe(401);
  await expect(clerk.socket({ token })).rejects.toThrow("Unauthorized");
});

test("signing out ends the connections of that session, and no other", async () => {
  const { clerk } = await world();
  const [here, alsoHere] = [await clerk.socket(), await clerk.socket()];
  const before = await clerk.token();
  await clerk.signIn();
  const elsewhere = await clerk.socket();
  await clerk.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${before}` } });
  await here.until((_heard, { connected }) => !connected);
  await alsoHere.until((_heard, { connected }) => !connected);
  await elsewhere.quiet();
  expect(elsewhere.connected).toBe(true);
});

test("a row that moves to another's plot leaves the one and comes to the other", async () => {
  const { ali, sana, society, aSchedule, atWork } = await world();
  const { rows } = await aSchedule({ plots: [society.ali.PlotID] });
  const id = rows[0]?.PaymentScheduleID ?? 0;
  const [his, hers] = [await ali.socket(), await sana.socket()];
  for (const listener of [his, hers]) await listener.watch(["payment-schedule"]);
  const { PlotID } = society.sana;
  await atWork(async (tx) => tx.update(paymentSchedule, await tx.get(paymentSchedule, id), { PlotID }));
  await his.quiet();
  await hers.quiet();
  expect(his.heard.changes).toMatchObject([{ type: "delete", id }]);
  expect(his.heard.changes[0]).not.toHaveProperty("record");
  expect(hers.heard.changes).toMatchObject([{ type: "upsert", id, record: { PlotID, HouseNo: "A-2" } }]);
});

test("a resident linked to other plots reads again and hears of those", async () => {
  const { ali, admin, society, changeUser } = await world();
  const listener = await ali.socket();
  await listener.watch(["plot"]);
  await changeUser("ali", { PlotIDs: [society.sana.PlotID] });
  await listener.until(({ resyncs }) => resyncs.length > 0);
  for (const plot of [society.ali, society.sana])
    await admin.put(`/plot/${plot.PlotID}`, { ...plot, OwnerName: "New" });
  await listener.quiet();
  expect(listener.heard.resyncs).toEqual([["plot"]]);
  expect(listener.heard.changes).toMatchObject([{ id: society.sana.PlotID }]);
});

test("a deleted menu takes what it permitted with it", async () => {
  const { clerk, admin, atWork, aSchedule } = await world();
  const { rows } = await aSchedule();
  const listener = await clerk.socket();
  await listener.watch(["payment-schedule"]);
  await atWork(async (tx) => {
    const menu = await tx.first(menus, { MenuURL: 11 });
    if (menu) tx.remove(menus, menu);
  });
  await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  await listener.quiet();
  expect(listener.heard.changes).toEqual([]);
  expect(listener.heard.sessions.at(-1)?.menus).toMatchObject([{ Path: "/payment-management", SubItems: [] }]);
});

test("whoever loses a right is told whose doing it was and when, without another form of the session", async () => {
  const { manager, ali, revoke, clock } = await world();
  const [listener, resident] = [await manager.socket(), await ali.socket()];
  clock.pass(3);
  await revoke(expensesPage);
  await revoke({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "View" });
  await Promise.all([listener, resident].map((each) => each.until(({ sessions }) => sessions.length > 1)));
  const [before, after] = listener.heard.sessions;
  expect(before).not.toHaveProperty("changed");
  expect(after?.changed).toEqual({ by: "admin", at: "2026-11-15T07:03:00.000Z" });
  expect(resident.heard.sessions[1]?.changed).toMatchObject({ by: "Office" });
  expect((await manager.get("/me")).body.data).toEqual(after);
});
