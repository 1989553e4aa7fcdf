import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { restoreBackup } from "../../server/database/backup/restore.ts";
import { writeBackup } from "../../server/database/backup/write.ts";
import { connect } from "../../server/database/connection.ts";
import { latestVersion } from "../../server/database/migrations/migrations.ts";
import { demoSociety } from "../../server/seed/demo/society.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { bill } from "../../shared/resources/bill.ts";
import { certificate } from "../../shared/resources/certificate.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { claim, openClaimFields } from "../../shared/resources/claim.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { menus } from "../../shared/resources/menus.ts";
import { ownership } from "../../shared/resources/ownership.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { users } from "../../shared/resources/users.ts";
import { addCheque } from "../harness/cheques.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Username } from "../harness/initial-data.ts";
import { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";
import { startTestServer } from "../harness/test-server.ts";

const newerVersion = { version: 999, pages: [], holder: "", until: new Date(0) };
const ageingPage = "/finance-management?tab=ageing";
const administratorPages = ["audit", "displays", "mails"].map((tab) => `/system-management?tab=${tab}`);
/** The ids of the pages that releases after the first one have added. */
const laterPageIds = [23, 24, 25, 26, 28, 29, 31, 32, 33, 35, 38, 39, 42];
const receiptForm = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash", Remarks: "" };

const { admin, clock, portal, createSchedule, createExpense, grant, revoke } = await openSharedHarness();
const folder = await mkdtemp(join(tmpdir(), "migrations-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const currentBackup = join(folder, "current");
await createSchedule();
await createExpense();
assertOk(await admin.post("/payment-receipt", receiptForm));
await portal.backup(currentBackup);
const { person: upgradedPerson } = await openUpgraded(await restoreFirstRelease(currentBackup, afterAll), afterAll);

test("the upgrade of a database of the first release adds the later pages with the permissions of a new portal", async () => {
  const adminPermissions = (await admin.session()).permissions;
  expect((await upgradedPerson("admin").session()).permissions).toEqual(adminPermissions);
  const managerPermissions = (await upgradedPerson("manager").session()).permissions;
  expect(managerPermissions).toEqual((await currentPerson("manager").session()).permissions);
  expect(managerPermissions[ageingPage]).toMatchObject({ CanView: true, CanUpdate: true });
  for (const page of administratorPages) expect(managerPermissions[page]?.CanView ?? false).toBe(false);
  const residentPermissions = (await upgradedPerson("ali").session()).permissions;
  expect(residentPermissions[claim.guards.list.page]).toMatchObject({ CanView: true, CanAdd: true });
  expect(residentPermissions[claim.guards.list.page]?.CanUpdate ?? false).toBe(false);
  for (const name of ["ali", "clerk"] as const)
    expect((await upgradedPerson(name).session()).permissions[ageingPage]?.CanView ?? false).toBe(false);
  const menuPositions = (
    rows: readonly { MenuName: string; MenuURL: number; IsTopLevel: number; Position: number }[],
  ) => rows.map(({ MenuName, MenuURL, IsTopLevel, Position }) => [MenuName, MenuURL, IsTopLevel, Position]).sort();
  expect(menuPositions(await upgradedPerson("admin").list(menus))).toEqual(menuPositions(await admin.list(menus)));
});

test("the records of an upgraded database equal those of a current one and can be changed", async () => {
  const upgradedAdmin = upgradedPerson("admin");
  const paths = ["/payment-schedule", "/payment-receipt", "/expenses", "/users", "/activity", "/dashboard/summary"];
  for (const path of paths) {
    const { data } = assertOk(await upgradedAdmin.get(path)).body;
    expect([path, data]).toEqual([path, assertOk(await admin.get(path)).body.data]);
  }
  const unpaid = (await upgradedAdmin.list(paymentSchedule)).find(
    ({ IsPaid, HouseNo }) => IsPaid === 0 && HouseNo === "A-2",
  );
  const ticked = await upgradedAdmin.put(`/payment-schedule/${unpaid?.PaymentScheduleID}`, { IsPaid: 1 });
  expect(assertOk(ticked).body.data).toMatchObject({ IsPaid: 1, TickedDate: "2026-11-15" });
  assertOk(await upgradedAdmin.post("/payment-receipt", receiptForm));
});

test("the upgrade gives each plot its first ownership", async () => {
  const withoutIds = (rows: readonly { OwnershipID: number }[]) => rows.map((row) => ({ ...row, OwnershipID: 0 }));
  expect(withoutIds(await upgradedPerson("admin").list(ownership))).toEqual(withoutIds(await admin.list(ownership)));
  expect(await upgradedPerson("admin").list(ownership)).toMatchObject([{ OwnerName: "Ali", From: null, To: null }, {}]);
  expect(await upgradedPerson("admin").list(plot)).toMatchObject([{ OwnedFrom: null }, { OwnedFrom: null }]);
});

test("the upgrade adds the cheques of earlier receipts as cleared, and their money stays in the cash book on its day", async () => {
  const database = await restoreFirstRelease();
  const receipts = database.connection.collection<Record<string, unknown> & { _id: number }>("payment-receipt");
  const receipt = await receipts.findOne({});
  const values = { ...receipt, PaymentMethod: "Cheque", PaymentDate: "2026-10-31", ChequeNo: "4711" };
  await receipts.insertMany([
    // Amounts are stored in paisa.
    { ...values, _id: 2, PaymentReceiptID: 2, ReceiptNo: 2, Allocations: [], Credit: 10_000 },
    {
      ...values,
      _id: 3,
      PaymentReceiptID: 3,
      ReceiptNo: 3,
      Allocations: [],
      Credit: 0,
      VoidedAt: "2026-11-02T07:00:00.000Z",
    },
  ]);
  const upgradedAdmin = (await openUpgraded(database)).person("admin");
  expect(await upgradedAdmin.list(cheque)).toMatchObject([
    { PaymentReceiptID: 2, ChequeNo: "4711", Amount: 100, State: "cleared", StateDate: "2026-10-31" },
    { PaymentReceiptID: 3, State: "returned", StateDate: "2026-11-02" },
  ]);
  const book = assertOk(await upgradedAdmin.get("/cash-book?from=2026-10-31")).body.data;
  expect(book).toMatchObject({ in: 100, entries: [{ Kind: "receipt", No: "R-2" }] });
  const corrected = { ...(await upgradedAdmin.list(paymentReceipt, "?PaymentReceiptID=2"))[0], AmountPaid: 70 };
  assertOk(await upgradedAdmin.put("/payment-receipt/2", corrected));
  expect(await upgradedAdmin.list(cheque, "?State=cleared")).toMatchObject([{ Amount: 70 }]);
  expect(assertOk(await upgradedAdmin.get("/cash-book?from=2026-10-31")).body.data).toMatchObject({ in: 70 });
});

test("a search finds the records of an upgraded database", async () => {
  for (const path of ["/expenses?q=guards", "/payment-receipt?q=a-1", "/payment-plan?q=a"]) {
    const { data } = assertOk(await upgradedPerson("admin").get(path)).body;
    // An earlier test has recorded a second receipt.
    expect([path, data]).toEqual([path, expect.arrayContaining([expect.objectContaining({ Version: 1 })])]);
  }
});

test("the upgrade stores the name that earlier releases showed and marks the society as set up", async () => {
  const { data } = assertOk(await upgradedPerson("admin").get("/society/public")).body;
  expect(data).toEqual({
    Name: demoSociety.Name,
    NameUrdu: demoSociety.NameUrdu,
    Logo: "",
    IsSignUpOpen: true,
    IsSetUp: true,
    MailsAsFiles: true,
  });
  expect(assertOk(await upgradedPerson("admin").put("/society", { Name: "Our Own" })).body.data).toMatchObject({
    Version: 2,
  });
});

test("the upgrade treats the addresses of existing accounts as confirmed, and keeps signing up open", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  await connection.collection("users").updateMany({}, { $unset: { IsEmailVerified: "" } });
  await connection.collection("society").updateMany({}, { $unset: { IsSignUpOpen: "" } });
  await setSchemaVersion(connection, 7);
  const upgraded = (await openUpgraded(database)).person("admin");
  expect(assertOk(await upgraded.get("/society")).body.data).toMatchObject({ IsSignUpOpen: true });
  expect((await upgraded.list(users)).filter(({ IsEmailVerified }) => !IsEmailVerified)).toEqual([]);
});

test("after the upgrade, unlocking a month needs no approval", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  await connection.collection("society").updateMany({}, { $unset: { "Limits.Unlock": "" } });
  await setSchemaVersion(connection, 13);
  const upgraded = (await openUpgraded(database)).person("admin");
  expect(assertOk(await upgraded.get("/society/limits")).body.data).toMatchObject({ Unlock: false });
});

test("the upgrade grants the ageing page to roles that may update permissions, and not to roles without its parent page", async () => {
  await revoke({ role: "Manager", page: "/finance-management", action: "View" });
  await grant({ role: "Clerk", page: "/system-management?tab=permissions", action: "Update" });
  const file = join(folder, "changed");
  await portal.backup(file);
  await grant({ role: "Manager", page: "/finance-management", action: "View" });
  await revoke({ role: "Clerk", page: "/system-management?tab=permissions", action: "Update" });
  const upgraded = await openUpgraded(await restoreFirstRelease(file));
  expect((await upgraded.person("manager").session()).permissions[ageingPage]?.CanView ?? false).toBe(false);
  expect((await upgraded.person("clerk").session()).permissions[ageingPage]).toMatchObject({
    CanView: true,
    CanUpdate: true,
  });
});

test("the upgrade links the fee of an earlier transfer, unless the fee may belong to several transfers", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  const ownerships = connection.collection<Record<string, unknown> & { _id: number }>("ownership");
  const adjustments = connection.collection<Record<string, unknown> & { _id: number }>("adjustment");
  const ownershipValues = { ...(await ownerships.findOne({})), CNIC: "" };
  const buildOwnership = (id: number, From: string) => ({
    ...ownershipValues,
    _id: id,
    OwnershipID: id,
    From,
    To: From,
  });
  const buildFee = (id: number, day: string) => ({
    _id: id,
    AdjustmentID: id,
    AdjustmentNo: id,
    Version: 1,
    PlotID: Reflect.get(ownershipValues, "PlotID"),
    Kind: "charge",
    Reason: "Transfer of ownership",
    Date: day,
    Amount: 300_000,
    VoidedAt: null,
  });
  await ownerships.insertMany([
    buildOwnership(901, "2026-11-01"),
    buildOwnership(902, "2026-11-02"),
    buildOwnership(903, "2026-11-02"),
    buildOwnership(904, "2026-11-03"),
  ]);
  await adjustments.insertMany([buildFee(901, "2026-11-01"), buildFee(902, "2026-11-02")]);
  await ownerships.updateMany({}, { $unset: { FeeAdjustmentID: "" } });
  await setSchemaVersion(connection, 22);
  const upgraded = await openUpgraded(database);
  const linked = await upgraded.person("admin").list(ownership, "?sort=OwnershipID");
  expect(linked.slice(-4).map(({ FeeAdjustmentID }) => FeeAdjustmentID)).toEqual([901, null, null, null]);
});

test("the upgrade adds the reason of the last bounce to bounced and returned cheques", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  const insertRows = (name: string, rows: readonly { id: number }[]) =>
    connection
      .collection<{ _id: number }>(name)
      .insertMany(rows.map(({ id, ...row }) => ({ _id: id, Version: 1, Amount: 100_000, ...row })));
  const states = ["bounced", "deposited", "returned", "returned"];
  await insertRows(
    "cheque",
    states.map((State, index) => ({
      id: 901 + index,
      ChequeID: 901 + index,
      PaymentReceiptID: 901 + index,
      ReceiptNo: 901 + index,
      State,
      PlotID: 1,
      ChequeNo: "",
      BankName: "HBL",
      ChequeDate: null,
      PayerName: "Ali",
      DepositSlipID: null,
      StateDate: "2026-11-02",
      PaymentDate: "2026-11-01",
      ChargeID: null,
    })),
  );
  const bounces = [
    [901, "First"],
    [901, "Second"],
    [902, "Deposited since"],
    [903, "Returned since"],
  ];
  await insertRows(
    "cheque-entry",
    bounces.map(([ChequeID, Reason], index) => ({
      id: 901 + index,
      ChequeEntryID: 901 + index,
      ChequeID,
      State: "bounced",
      Date: "2026-11-02",
      Reason,
      AccountID: 1,
      DepositSlipID: null,
      Fee: null,
      CreatedAt: "2026-11-02T07:00:00.000Z",
    })),
  );
  await setSchemaVersion(connection, 24);
  const upgraded = (await openUpgraded(database)).person("admin");
  const reasons = (await upgraded.list(cheque, "?sort=ReceiptNo")).map(({ BounceReason }) => BounceReason);
  expect(reasons).toEqual(["Second", "", "Returned since", ""]);
});

test("the upgrade adds the first day of the owner to bills that were made for the current owner", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  await connection
    .collection("plot")
    .updateOne({ PlotID: 1 }, { $set: { OwnerName: "Omar", OwnedFrom: "2026-11-10" } });
  const bills = [
    { IssuedOn: "2026-11-09", OwnerName: "Omar" },
    { IssuedOn: "2026-11-10", OwnerName: "Ali" },
    { IssuedOn: "2026-11-10", OwnerName: "Omar" },
    { IssuedOn: "2026-11-12", OwnerName: "Omar" },
  ].map(({ IssuedOn, OwnerName }, index) => ({
    ...{ _id: 901 + index, BillID: 901 + index, BillNo: 901 + index, Version: 1, PlotID: 1, IssuedOn, Items: [] },
    ...{ Charges: 0, Arrears: 0, AmountWithin: 0, AmountAfter: 0 },
    ...{ CategoryID: 1, HouseNo: "A-1", OwnerName, ConsumerNo: "1000000197", Month: 11, Year: 2026 },
    ...{ DueDate: "2026-11-30", PenaltyFrom: null, State: "issued", StateSince: "2026-11-12T07:00:00.000Z" },
    ...{ IsEmailSent: 0, MailError: "" },
  }));
  await connection.collection<{ _id: number }>("bill").insertMany(bills);
  await setSchemaVersion(connection, 27);
  const upgraded = (await openUpgraded(database)).person("admin");
  const days = (await upgraded.list(bill, "?sort=BillNo")).map(({ OwnedFrom }) => OwnedFrom);
  expect(days).toEqual([null, null, "2026-11-10", "2026-11-10"]);
});

test("the upgrade adds the owner to claims, and the first day of the owner to certificates and claims that were made for the current owner", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  const server = await openUpgraded(database);
  const transferForm = { OwnerName: "Omar", Date: "2026-11-10", AcceptDues: true };
  assertOk(await server.person("admin").post("/plot/1/transfer", transferForm));
  await server.stop();
  const insertRows = (name: string, rows: readonly { id: number }[]) =>
    connection
      .collection<{ _id: number }>(name)
      .insertMany(rows.map(({ id, ...row }) => ({ _id: id, Version: 1, PlotID: 1, ...row })));
  const certificates = [
    { IssuedOn: "2026-11-09", OwnerName: "Omar" },
    { IssuedOn: "2026-11-10", OwnerName: "Ali" },
    { IssuedOn: "2026-11-10", OwnerName: "Omar" },
  ];
  await insertRows(
    "certificate",
    certificates.map((values, index) => ({
      ...{ id: 901 + index, CertificateID: 901 + index, CertificateNo: 901 + index, CategoryID: 1, HouseNo: "A-1" },
      ...{ ValidUntil: "2026-12-09", State: "withdrawn", StateSince: "2026-11-12T07:00:00.000Z" },
      ...{ WithdrawalReason: "transfer", ...values },
    })),
  );
  const transferTime = clock.now().getTime();
  const claims = [
    { PaymentDate: "2026-11-12", CreatedAt: new Date(transferTime - 1).toISOString() },
    { PaymentDate: "2026-11-09", CreatedAt: new Date(transferTime + 1).toISOString() },
    { PaymentDate: "2026-11-10", CreatedAt: new Date(transferTime + 1).toISOString() },
  ];
  await insertRows(
    "claim",
    claims.map((values, index) => ({
      ...{ id: 901 + index, ClaimID: 901 + index, Amount: 10_000, Method: "Cash", Reference: "", BankName: "" },
      ...{ ChequeNo: "", ChequeDate: null, ...openClaimFields, ...values },
    })),
  );
  await setSchemaVersion(connection, 28);
  const upgraded = (await openUpgraded(database)).person("admin");
  const days = [null, null, "2026-11-10"];
  expect((await upgraded.list(certificate)).map(({ OwnedFrom }) => OwnedFrom)).toEqual(days);
  const upgradedClaims = await upgraded.list(claim);
  expect(upgradedClaims.map(({ OwnedFrom }) => OwnedFrom)).toEqual(days);
  expect(upgradedClaims.map(({ OwnerName }) => OwnerName)).toEqual(["Ali", "Ali", "Omar"]);
  expect(await upgraded.list(claim, "?q=ali")).toHaveLength(2);
});

test("after the upgrade, receipts from before a transfer are not mailed to the next owner", async () => {
  const database = await restoreDatabase();
  const current = await openUpgraded(database);
  const transferForm = { OwnerName: "Omar", EmailID: "omar@example.org", Date: "2026-11-10", AcceptDues: true };
  assertOk(await current.person("admin").post("/plot/1/transfer", transferForm));
  await current.stop();
  await database.connection.collection("plot").updateMany({}, { $set: { EmailSince: null, Version: 5 } });
  await setSchemaVersion(database.connection, 31);
  const upgraded = (await openUpgraded(database)).person("admin");
  expect(await upgraded.list(plot)).toMatchObject([
    // Changed by a commit, with which the verification compares it.
    { EmailSince: clock.now().toISOString(), Version: 6 },
    { EmailSince: null, Version: 5 },
  ]);
});

test("the upgrade gives a cheque the payer of its receipt", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  const server = await openUpgraded(database);
  for (const ChequeNo of ["4711", "4712"]) await addCheque(server.person("admin"), { ChequeNo });
  await server.stop();
  await connection.collection("cheque").updateOne({ ChequeNo: "4711" }, { $set: { PayerName: "Nadia" } });
  await setSchemaVersion(connection, 29);
  const upgraded = (await openUpgraded(database)).person("admin");
  expect(await upgraded.list(cheque, "?sort=ReceiptNo")).toMatchObject([
    { ChequeNo: "4711", PayerName: "Ali", Version: 2 },
    { ChequeNo: "4712", PayerName: "Ali", Version: 1 },
  ]);
});

test("the upgrade renames the menu of the emails page, unless the society has given it another name", async () => {
  for (const [storedName, newName] of [
    ["Mails", "Emails"],
    ["Letters", "Letters"],
  ] as const) {
    const database = await restoreDatabase();
    const { connection } = database;
    await connection.collection("menus").updateOne({ MenuURL: 25 }, { $set: { MenuName: storedName } });
    await setSchemaVersion(connection, 25);
    const upgraded = await openUpgraded(database);
    const menu = (await upgraded.person("admin").list(menus)).find(({ MenuURL }) => MenuURL === 25);
    expect(menu?.MenuName).toBe(newName);
  }
});

test("after the upgrade, a page can have a second menu", async () => {
  const database = await restoreDatabase();
  const { connection } = database;
  const index = { key: { MenuURL: 1 }, unique: true, name: "unique MenuURL" } as const;
  await connection.collection("menus").createIndexes([index]);
  await setSchemaVersion(connection, 30);
  const upgraded = await openUpgraded(database);
  const second = { MenuName: "Houses", MenuURL: 3, ParentMenuID: 1, IsTopLevel: true, Position: 40 };
  assertOk(await upgraded.person("admin").post("/menu", second));
});

test("the upgrade marks the installment without money as the duplicate of a month charged twice, and the portal accepts no further ones", async () => {
  const database = await restoreFirstRelease();
  const schedule = database.connection.collection<{ _id: number; PlotID: number; AmountReceived: number }>(
    "payment-schedule",
  );
  const rows = await schedule.find({ PlotID: 1 }).sort({ _id: 1 }).toArray();
  const receivedPaisa = [0, 0, 70_000];
  // The receipt of the shared data has paid a part of the original of the first month.
  const copies = rows.slice(0, 3).map((row, index) => ({
    ...row,
    _id: 1_000 + index,
    PaymentScheduleID: 1_000 + index,
    PaymentPlanID: 99,
    AmountReceived: receivedPaisa[index] ?? 0,
  }));
  await schedule.insertMany(copies);
  const upgraded = await openUpgraded(database);
  const marked = (await upgraded.person("admin").list(paymentSchedule)).filter(({ IsDuplicate }) => IsDuplicate === 1);
  expect(marked.map(({ PaymentScheduleID }) => PaymentScheduleID)).toEqual([rows[2]?._id, 1_000, 1_001]);
  const [plan] = await upgraded.person("admin").list(paymentPlan);
  const body = { RateID: plan?.RateID, PaymentPlanID: plan?.PaymentPlanID, PlotIDs: [1] };
  const reply = assertOk(await upgraded.person("admin").post("/payment-schedule", body)).body;
  expect([reply.data, reply.skipped]).toEqual([0, expect.objectContaining({ length: 12 })]);
  const copy = { ...rows[5], _id: 2_000, PaymentScheduleID: 2_000, PaymentPlanID: 99, IsDuplicate: 0 };
  const anotherInstallment = { ...copy, PlotID: 1, AmountReceived: 0, BillingMonth: "2026-06" };
  await expect(schedule.insertOne(anotherInstallment)).rejects.toThrow(/E11000/);
  await upgraded.stop();
  await openUpgraded(database);
});

test("servers that start at the same time upgrade a database once, and the next start does not restore a deleted menu", async () => {
  const database = await restoreFirstRelease();
  const before = await database.connection.collection("commits").countDocuments();
  /** The commits that one upgrade writes. */
  const upgradeCommits = 4;
  const [firstServer] = await Promise.all([openUpgraded(database), openUpgraded(database)]);
  expect(await database.connection.collection("commits").countDocuments({ requestId: "upgrade" })).toBe(upgradeCommits);
  expect(await database.connection.collection("commits").countDocuments()).toBe(before + upgradeCommits);
  expect(await database.connection.collection("society").countDocuments()).toBe(1);
  expect(await database.connection.collection("upgrades").findOne({})).toMatchObject({ version: latestVersion });
  const indexes = await database.connection.collection("payment-schedule").indexes();
  for (const name of ["PaymentScheduleID_1", "DueDate_1"])
    expect(indexes.map((index) => index.name)).not.toContain(name);
  const menu = (await firstServer.person("admin").list(menus)).find(({ MenuURL }) => MenuURL === 25);
  await database.connection.collection("menus").deleteOne({ MenuID: menu?.MenuID });
  await firstServer.stop();
  const restartedServer = await openUpgraded(database);
  expect((await restartedServer.person("admin").list(menus)).map(({ MenuURL }) => MenuURL)).not.toContain(25);
});

test("a new database starts at the latest schema version", async () => {
  const database = await createEmptyDatabase();
  await openUpgraded(database);
  expect(await database.connection.collection("upgrades").findOne({})).toMatchObject({ version: latestVersion });
  expect(await database.connection.collection("commits").countDocuments()).toBe(0);
});

test("the portal refuses a database of a newer portal with a one-line error and does not change it", async () => {
  const database = await createEmptyDatabase();
  await database.connection.collection<{ _id: string }>("upgrades").insertOne({ _id: "schema", ...newerVersion });
  await expect(openUpgraded(database)).rejects.toThrow(
    /^A newer portal has changed the database \(record version 999; .*\): start that portal, or restore a backup.*$/,
  );
  expect(await database.connection.db?.listCollections().toArray()).toHaveLength(1);
});

test("a running portal upgrades a restored backup of the first release", async () => {
  const { connection } = await restoreFirstRelease();
  const file = join(folder, "first");
  await writeBackup({ connection, file, now: clock.now(), portalVersion: "0.1.0" });
  const socket = await admin.openSocket();
  await portal.restore(file);
  // The restored database has no sessions of the replaced one: all users have to sign in again.
  await socket.waitFor((_received, { connected }) => !connected);
  admin.forgetToken();
  // While the records are upgraded, the portal answers 503.
  await expect.poll(async () => (await admin.get("/account")).status).toBe(200);
  expect(await admin.list(account)).toMatchObject([{ AccountID: cashAccountId, AccountName: "Cash" }]);
  expect((await admin.list(menus)).map(({ MenuURL }) => MenuURL)).toEqual(expect.arrayContaining(laterPageIds));
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await admin.list(expenses)).toHaveLength(1);
});

interface Database {
  connection: Awaited<ReturnType<typeof connect>>;
  uri: string;
  name: string;
}

async function createEmptyDatabase(registerCleanup = onTestFinished): Promise<Database> {
  const uri = inject("mongoUri");
  const name = `upgraded-${randomUUID()}`;
  const connection = await connect(uri, name);
  registerCleanup(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  return { connection, uri, name };
}

/** Makes the next start run the migrations after this schema version. */
async function setSchemaVersion(connection: Database["connection"], version: number): Promise<void> {
  await connection.collection("upgrades").updateMany({}, { $set: { version } });
}

async function restoreDatabase(file = currentBackup, registerCleanup = onTestFinished): Promise<Database> {
  const database = await createEmptyDatabase(registerCleanup);
  await restoreBackup({ connection: database.connection, file, force: false, now: clock.now() });
  return database;
}

/** Restores a backup and reduces it to the database schema of the first release. */
async function restoreFirstRelease(file = currentBackup, registerCleanup = onTestFinished): Promise<Database> {
  const database = await restoreDatabase(file, registerCleanup);
  const { connection } = database;
  const laterMenus = { MenuURL: { $in: laterPageIds } };
  const laterMenuIds = (await connection.collection("menus").find(laterMenus).toArray()).map(({ MenuID }) => MenuID);
  for (const name of ["menus", "menuactionsmap", "role-permissions"])
    await connection.collection(name).deleteMany({ MenuID: { $in: laterMenuIds } });
  const unset = (name: string, fields: readonly string[]) =>
    connection.collection(name).updateMany({}, { $unset: Object.fromEntries(fields.map((field) => [field, ""])) });
  await unset("users", ["IsFirstSignIn", "IsEmailVerified"]);
  await unset("expenses", ["ImportKey", "AccountID", "Payee", "VoucherNo", "AttachmentID", "AttachmentType"]);
  await unset("payment-receipt", [
    "ImportKey",
    "MailError",
    "RefundedAmount",
    "PayerName",
    "AccountID",
    "ChequeState",
    "Reversals",
  ]);
  await unset("payment-schedule", ["AccountID"]);
  await unset("plot", ["OwnedFrom", "EmailSince"]);
  const viewCnic = await connection.collection("action").findOne({ ActionName: "ViewCNIC" });
  for (const name of ["action", "menuactionsmap", "role-permissions"])
    await connection.collection(name).deleteMany({ ActionID: viewCnic?.ActionID });
  await unset("payment-schedule", ["TickedDate", "WaivedAmount", "WaivedPenalty", "BillingMonth", "IsDuplicate"]);
  await unset("commits", ["sums", "chain", "position", "previous", "hash"]);
  for (const name of ["expenses", "payment-receipt", "payment-plan"]) await unset(name, ["_words"]);
  const schedule = connection.collection("payment-schedule");
  await schedule.createIndexes([{ key: { PaymentScheduleID: 1 }, unique: true }, { key: { DueDate: 1 } }]);
  for (const name of [
    "adjustment",
    "ownership",
    "display",
    "mails",
    "imports",
    "society",
    "account",
    "account-transfer",
    "bill",
    "certificate",
    "claim",
    "other-income",
    "withdrawn-installment",
    "cheque",
    "anchors",
    "upgrades",
  ])
    await connection.dropCollection(name);
  return database;
}

/** Starts a server on the database, which upgrades it. */
async function openUpgraded({ uri, name }: Database, registerCleanup = onTestFinished) {
  const server = await startTestServer({ uri, name, clock });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  registerCleanup(stop, 60_000);
  const portal = { url: () => server.url, now: clock.now, renameUser: async () => undefined };
  return { person: (username: Username) => new Person({ username, portal }), stop };
}

/** A user of the portal whose database was created by this release. */
function currentPerson(username: Username): Person {
  return new Person({ username, portal: { url: portal.url, now: clock.now, renameUser: async () => undefined } });
}
