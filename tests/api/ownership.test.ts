import { expect, test } from "vitest";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { ownership } from "../../shared/resources/ownership.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { users } from "../../shared/resources/users.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { depositCheque } from "../harness/cheques.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import { createMail, sendPendingEmails } from "../harness/mail.ts";
import { fetchPdf, readPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const today = "2026-11-15";
const cnic = "35202-1234567-1";
const maskedCnic = "*****-*******-1";

test("a new plot has an ownership without a first day, and an edit of the plot corrects its current ownership", async () => {
  const { admin, createPlot } = await openHarness();
  const house = await createPlot({ OwnerName: "Nadia Kahn", MobileNo: "0300-1" });
  const listOwnerships = () => admin.list(ownership, `?PlotID=${house.PlotID}`);
  expect(await listOwnerships()).toMatchObject([
    { OwnerName: "Nadia Kahn", MobileNo: "0300-1", CNIC: "", From: null, To: null, HouseNo: house.HouseNo },
  ]);

  assertOk(await admin.put("/plot", { ...house, OwnerName: "Nadia Khan", CNIC: "3520212345671" }));
  expect(await listOwnerships()).toMatchObject([{ OwnerName: "Nadia Khan", CNIC: cnic, From: null, To: null }]);
  const corrected = (await admin.list(plot)).find(({ PlotID }) => PlotID === house.PlotID);
  assertOk(await admin.put("/plot", { ...corrected, EmailID: "nadia@example.org", CNIC: "" }));
  expect(await listOwnerships()).toMatchObject([{ OwnerName: "Nadia Khan", CNIC: cnic, EmailID: "nadia@example.org" }]);

  assertOk(await admin.delete(`/plot/${house.PlotID}`));
  expect(await listOwnerships()).toEqual([]);
});

test("an imported plot has an ownership, which a later import corrects", async () => {
  const { admin } = await openHarness();
  const importPlots = (owner: string) =>
    postImport(admin, "plots", `House No,Category,Type,Floor,Owner\nI-1,A,Residential,Ground,${owner}\n`);
  assertOk(await importPlots("Iqbal"));
  assertOk(await importPlots("Iqbal Ahmed"));
  const [house] = (await admin.list(plot)).filter(({ HouseNo }) => HouseNo === "I-1");
  expect(await admin.list(ownership, `?PlotID=${house?.PlotID}`)).toMatchObject([
    { OwnerName: "Iqbal Ahmed", From: null, To: null },
  ]);
});

test("a transfer ends the current ownership the day before, begins the next, charges the fee and keeps the credit", async () => {
  const { admin, society } = await openHarness();
  const { PlotID } = society.aliPlot;
  await createReceipt(admin, { AmountPaid: 5000 });
  const reply = await transferAliPlot({ person: admin, society }, { MobileNo: "0300-7", CNIC: cnic, Fee: 3000 });
  expect(parseRecord(ownership, reply)).toMatchObject({ PlotID, OwnerName: "Omar", CNIC: cnic, From: today, To: null });
  expect(await admin.list(ownership, `?PlotID=${PlotID}`)).toMatchObject([
    { OwnerName: "Ali", From: null, To: "2026-11-14" },
    { OwnerName: "Omar", MobileNo: "0300-7", CNIC: cnic, From: today, To: null },
  ]);
  expect(await admin.list(plot, `?PlotID=${PlotID}`)).toMatchObject([
    { OwnerName: "Omar", MobileNo: "0300-7", OwnedFrom: today, Version: 2 },
  ]);
  expect(await admin.list(adjustment)).toMatchObject([
    { PlotID, Kind: "charge", Amount: 3000, IsPaid: 1, Date: today },
  ]);
  expect((await admin.get(`/plot/${PlotID}/balance`)).body.data).toMatchObject({ due: 0, credit: 2000 });
  expect((await admin.list(users)).find(({ Username }) => Username === "ali")).toMatchObject({ PlotIDs: [] });
});

test("a transfer is refused while an amount due up to its day is unpaid, but not for later due dates", async () => {
  const { admin, society, createSchedule } = await openHarness();
  await createSchedule({ plots: [society.aliPlot.PlotID] });
  const refused = await transferAliPlot({ person: admin, society });
  expect(refused).toMatchObject({ status: 409, body: { code: "dues-open", values: { amount: "Rs 27,500.00" } } });
  expect(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`)).toHaveLength(1);
  await createReceipt(admin, { AmountPaid: 27_500 });
  assertOk(await transferAliPlot({ person: admin, society }));
});

test("a transfer with an invalid value is refused with an error at its field and changes nothing", async () => {
  const { admin, ali, manager, society, grant } = await openHarness();
  await grant({ role: "Resident", page: "/society-management?tab=plots", action: "Update" });
  const invalidValues = [
    ["Date", { Date: "2026-11-16" }],
    ["Date", { Date: "yesterday" }],
    ["OwnerName", { OwnerName: " " }],
    ["CNIC", { CNIC: "35202-1234567" }],
    ["CNIC", { CNIC: maskedCnic }],
    ["Fee", { Fee: -1 }],
    ["Fee", { Fee: 2_000_000_000 }],
    ["EmailID", { EmailID: "nobody" }],
  ] as const;
  for (const [field, values] of invalidValues) {
    const reply = await transferAliPlot({ person: admin, society }, values);
    expect([field, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([field, 400, [field]]);
  }
  expect((await admin.post("/plot/999999/transfer", { OwnerName: "Omar", Date: today })).status).toBe(404);
  expect((await transferAliPlot({ person: ali, society })).status).toBe(403);
  expect((await transferAliPlot({ person: admin, society }, { Version: 7 })).body).toMatchObject({ code: "stale" });
  expect(await admin.list(ownership)).toHaveLength(2);
  expect(await manager.list(plot)).toEqual(await admin.list(plot));
  assertOk(await transferAliPlot({ person: admin, society }, { Date: "2026-11-10" }));
  const earlier = await transferAliPlot({ person: admin, society }, { Date: "2026-11-09" });
  expect(earlier).toMatchObject({ status: 400, body: { errors: { Date: expect.any(String) } } });
});

test("the letter of a transfer has both owners and the fee on one page, and the CNIC only for users who may view it", async () => {
  const { admin, manager, ali, portal, society, revoke } = await openHarness();
  const { PlotID } = society.aliPlot;
  const [aliOwnership] = await admin.list(ownership, `?PlotID=${PlotID}`);
  expect((await admin.get(`/ownership/${aliOwnership?.OwnershipID}/letter.pdf`)).status).toBe(404);
  const { OwnershipID } = parseRecord(
    ownership,
    await transferAliPlot({ person: admin, society }, { CNIC: cnic, Fee: 3000 }),
  );
  const path = `/ownership/${OwnershipID}/letter.pdf`;
  const { text, pageCount } = await fetchPdf(portal.url(), admin, path);
  for (const line of ["A-1", "Ali", "Omar", "14/11/2026", "15/11/2026", cnic, "Rs 3,000.00"])
    expect(text).toContain(line);
  expect(pageCount).toBe(1);
  expect((await fetchPdf(portal.url(), admin, `${path}?lang=ur`)).text).toContain(cnic);
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  const maskedText = (await fetchPdf(portal.url(), manager, path)).text;
  expect(maskedText).toContain(maskedCnic);
  expect(maskedText).not.toContain(cnic);
  expect((await ali.get(path)).status).toBe(403);
  expect((await admin.get("/ownership/999/letter.pdf")).status).toBe(404);
});

test("the letter of each of several transfers on one day has its own fee, and none after the fee is voided", async () => {
  const { admin, portal, society } = await openHarness();
  const transferWithFee = async (Fee: number | undefined) => {
    const [house] = await admin.list(plot, `?PlotID=${society.aliPlot.PlotID}`);
    const reply = await transferAliPlot({ person: admin, society }, { Fee, Version: house?.Version, AcceptDues: true });
    return parseRecord(ownership, reply);
  };
  const transfers = [await transferWithFee(3000), await transferWithFee(undefined), await transferWithFee(500)];
  const readFees = async () => {
    const texts = [];
    for (const { OwnershipID } of transfers)
      texts.push((await fetchPdf(portal.url(), admin, `/ownership/${OwnershipID}/letter.pdf`)).text);
    return texts.map((text) => /Rs ([\d,]+)\.00/.exec(text)?.[1]);
  };
  expect(await readFees()).toEqual(["3,000", undefined, "500"]);
  assertOk(await admin.post(`/adjustment/${transfers[0]?.FeeAdjustmentID}/void`, { Reason: "Not agreed" }));
  expect(await readFees()).toEqual([undefined, undefined, "500"]);
});

test("only one of several concurrent transfers succeeds", async () => {
  const { admin, manager, society } = await openHarness();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      transferAliPlot({ person: index % 2 ? admin : manager, society }, { OwnerName: `Owner ${index}` }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of replies) if (status !== 200) expect(body).toMatchObject({ code: "stale" });
  expect(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`)).toHaveLength(2);
});

test("a receipt has the name of the owner of the house on its payment date", async () => {
  const { admin, society } = await openHarness();
  const firstReceipt = await createReceipt(admin, { AmountPaid: 100 });
  expect(firstReceipt).toMatchObject({ PayerName: "Ali", OwnerName: "Ali" });
  assertOk(await transferAliPlot({ person: admin, society }));
  const backdatedReceipt = await createReceipt(admin, { AmountPaid: 50 });
  const currentReceipt = await createReceipt(admin, { AmountPaid: 50, PaymentDate: today });
  expect([backdatedReceipt.PayerName, currentReceipt.PayerName]).toEqual(["Ali", "Omar"]);
  expect(await admin.list(paymentReceipt, `?PaymentReceiptID=${firstReceipt.PaymentReceiptID}`)).toMatchObject([
    { PayerName: "Ali", OwnerName: "Omar" },
  ]);
  expect(await admin.list(paymentReceipt, "?q=ali")).toHaveLength(2);
  // A correction of the amount keeps the payer; another house or date sets the owner of that house on that date.
  const transferredHouse = (await admin.list(plot)).find(({ HouseNo }) => HouseNo === "A-1");
  assertOk(await admin.put("/plot", { ...transferredHouse, OwnerName: "Omar Farooq" }));
  assertOk(await admin.put("/payment-receipt", { ...currentReceipt, AmountPaid: 60 }));
  expect(await readPayer(currentReceipt.PaymentReceiptID)).toBe("Omar");
  const correctedReceipt = await admin.put("/payment-receipt", {
    ...backdatedReceipt,
    HouseNo: "A-2",
    AllowDuplicate: true,
  });
  expect(parseRecord(paymentReceipt, correctedReceipt).PayerName).toBe("Sana");

  const readStatement = async (query: string) =>
    (await admin.get(`/plot/${society.aliPlot.PlotID}/statement${query}`)).body.data;
  expect(await readStatement("?to=2026-11-14")).toMatchObject({ OwnerName: "Ali" });
  expect(await readStatement("")).toMatchObject({
    OwnerName: "Omar Farooq",
    entries: [{ PayerName: "Ali" }, { PayerName: "Omar" }],
  });

  async function readPayer(id: number) {
    const [receipt] = await admin.list(paymentReceipt, `?PaymentReceiptID=${id}`);
    return receipt?.PayerName;
  }
});

test("a cheque that is not paid after the transfer is charged to the house in its statement, without the name of the earlier owner", async () => {
  const { admin, society } = await openHarness();
  const ChequeID = await depositCheque(admin, { AmountPaid: 100 });
  assertOk(await transferAliPlot({ person: admin, society }));
  assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { Date: today, Reason: "Insufficient funds", Fee: 0 }));
  const reply = assertOk(await admin.get(`/plot/${society.aliPlot.PlotID}/statement`));
  const { OwnerName, entries } = statementRecord.parse(reply.body.data);
  expect(OwnerName).toBe("Omar");
  expect(entries.map(({ Kind, PayerName }) => [Kind, PayerName])).toEqual([
    ["Receipt", "Ali"],
    ["Reversal", undefined],
  ]);
});

test("the next owner can read nothing dated before the transfer in lists, records, statement, balance, activity and totals", async () => {
  const harness = await openHarness();
  const { admin, ali, sana, society, changeUser, createSchedule, grant } = harness;
  const { PlotID } = society.aliPlot;
  for (const tab of ["adjustments", "withdrawn-installments"] as const)
    await grant({ role: "Resident", page: `/payment-management?tab=${tab}`, action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=received", action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  await createSchedule({ plots: [PlotID] });
  await createReceipt(admin, { AmountPaid: 777, PaymentDate: "2026-11-09" });
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, Date: "2026-11-09" })));
  assertOk(await admin.put(`/plot/${PlotID}`, { ...society.aliPlot, MobileNo: "0300-1112223", Version: undefined }));
  assertOk(
    await transferAliPlot({ person: admin, society }, { Date: "2026-11-10", AcceptDues: true, OwnerName: "Sana" }),
  );
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, Date: "2026-11-10" })));
  await createReceipt(admin, { AmountPaid: 300, PaymentDate: "2026-11-11" });

  // The earlier owner can read nothing of the house.
  expect((await ali.get(`/plot/${PlotID}`)).status).toBe(404);
  for (const { name } of [plot, paymentSchedule, paymentReceipt, adjustment, receivables, ownership])
    expect((await ali.get(`/${name}`)).body.data).toEqual([]);

  await changeUser("sana", { PlotIDs: [PlotID] });
  expect(await sana.list(plot)).toMatchObject([{ PlotID, OwnerName: "Sana" }]);
  expect((await sana.list(paymentSchedule)).map(({ DueDate }) => DueDate)).toEqual(["2026-11-10", "2026-12-10"]);
  expect((await sana.list(paymentReceipt)).map(({ AmountPaid }) => AmountPaid)).toEqual([300]);
  expect((await sana.list(paymentReceipt, "?sort=-AmountPaid&limit=5")).length).toBe(1);
  expect((await sana.list(adjustment)).map((row) => row.Date)).toEqual(["2026-11-10"]);
  expect((await sana.list(receivables)).map(({ MonthYear }) => MonthYear)).toEqual(["11/2026", "12/2026", "11/2026"]);
  expect(await sana.list(ownership)).toMatchObject([{ OwnerName: "Sana", From: "2026-11-10" }]);
  const [oldRow] = await admin.list(paymentSchedule);
  expect((await sana.get(`/payment-schedule/${oldRow?.PaymentScheduleID}`)).status).toBe(404);
  expect((await sana.get(`/receivables/${oldRow?.PaymentScheduleID}`)).status).toBe(404);

  // To the next owner, all that was due before the transfer is one opening balance.
  const adminBalance = (await admin.get(`/plot/${PlotID}/balance`)).body.data as {
    due: number;
    items: { Due: number }[];
  };
  const sanaBalance = (await sana.get(`/plot/${PlotID}/balance`)).body.data as typeof adminBalance;
  expect(sanaBalance.due).toBe(adminBalance.due);
  expect(sanaBalance.items.reduce((sum, { Due }) => sum + Due, 0)).toBe(adminBalance.due);
  expect(sanaBalance.items).toMatchObject([
    { kind: "opening", id: 0, DueDate: "2026-11-10", Received: 0 },
    { kind: "installment", DueDate: "2026-11-10" },
    { kind: "charge", DueDate: "2026-11-10" },
    { kind: "installment", DueDate: "2026-12-10" },
  ]);
  expect((await sana.get("/plot-balances")).body.data).toEqual([
    {
      PlotID,
      Outstanding: adminBalance.due,
      Credit: 0,
      Overdue: adminBalance.due - 2500,
      OverdueCount: 3,
      OldestDue: "2026-11-10",
    },
  ]);

  const adminStatement = (await admin.get(`/plot/${PlotID}/statement`)).body.data as { closing: number };
  const statement = (await sana.get(`/plot/${PlotID}/statement?from=2020-01-01`)).body.data;
  expect(statement).toMatchObject({ from: "2026-11-10", closing: adminStatement.closing });
  expect(JSON.stringify(statement)).not.toContain("777");
  expect((await sana.get(`/plot/${PlotID}/statement?to=2026-11-09`)).status).toBe(400);

  const replies = await Promise.all(
    [`/plot/${PlotID}/history`, "/activity", `/activity?plot=${PlotID}`, "/ageing", "/payment-receipt/voids"].map(
      (path) => sana.get(path),
    ),
  );
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    const text = JSON.stringify(reply.body);
    for (const marker of ["Ali", "0300-1112223", "777", "2026-11-09"]) expect(text).not.toContain(marker);
  }
  const dashboard = (await sana.get(endpointPaths.dashboard.path)).body.data as { total_amount: number }[];
  // November, December and the charge of 100.
  expect(Math.max(...dashboard.map(({ total_amount }) => total_amount))).toBe(5100);
});

test("the second of two owners who began on one day cannot read the first one's contact, claim or credit in owners, history and audit", async () => {
  const { admin, sana, society, clock, changeUser, createPlot, grant } = await openHarness();
  const { PlotID } = society.aliPlot;
  await grant({ role: "Resident", page: "/system-management?tab=audit", action: "View" });
  const readHouse = async () => (await admin.list(plot, `?PlotID=${PlotID}`))[0];
  const transferTo = async (owner: Readonly<Record<string, unknown>>) => {
    clock.advanceMinutes(1);
    const values = { ...owner, Version: (await readHouse())?.Version };
    assertOk(await transferAliPlot({ person: admin, society }, values));
  };
  await transferTo({ OwnerName: "Bilal", MobileNo: "0300-1112223", EmailID: "bilal@example.org" });
  assertOk(await admin.put("/plot", { ...(await readHouse()), MobileNo: "0300-4445556" }));
  const claimForm = { PlotID, Amount: 5000, PaymentDate: today, Method: "Cash", Reference: "Bilal's payment" };
  assertOk(await admin.post("/claim", claimForm));
  const from = await createPlot({ HouseNo: "B-9" });
  assertOk(
    await admin.post("/payment-receipt", {
      HouseNo: "B-9",
      AmountPaid: 500,
      PaymentDate: today,
      PaymentMethod: "Cash",
    }),
  );
  const credit = {
    Kind: "transfer",
    PlotID: from.PlotID,
    ToPlotID: PlotID,
    Amount: 500,
    Date: today,
    Reason: "For Bilal",
  };
  assertOk(await admin.post("/adjustment", credit));
  await transferTo({ OwnerName: "Sana", MobileNo: "0300-7" });
  clock.advanceMinutes(1);
  assertOk(await admin.put("/plot", { ...(await readHouse()), MobileNo: "0300-8" }));
  await changeUser("sana", { PlotIDs: [PlotID] });
  await changeUser("admin", { PlotIDs: [PlotID] });

  expect(await sana.list(ownership)).toMatchObject([{ OwnerName: "Sana", MobileNo: "0300-8" }]);
  for (const path of [`/plot/${PlotID}/history`, "/audit", "/ownership", "/claim"]) {
    const readText = async (person: Person) => JSON.stringify(assertOk(await person.get(path)).body);
    expect(await readText(admin)).toContain("Bilal");
    expect(await readText(sana)).not.toMatch(/Bilal|bilal@|0300-1112223|0300-4445556/);
  }
  const history = assertOk(await sana.get(`/plot/${PlotID}/history`)).body.data;
  expect(history).toMatchObject([
    { Resource: "ownership", Type: "update", Before: { MobileNo: "0300-7" }, After: { MobileNo: "0300-8" } },
    { Resource: "plot", Type: "update", Before: { MobileNo: "0300-7" }, After: { MobileNo: "0300-8" } },
    { Resource: "ownership", Type: "insert", Before: null, After: { OwnerName: "Sana" } },
    { Resource: "plot", Type: "update", Before: null, After: { OwnerName: "Sana" } },
  ]);
});

test("the socket of the earlier owner receives no changes after a transfer, and that of the next owner none dated before it", async () => {
  const { admin, ali, sana, society, changeUser, createSchedule } = await openHarness();
  const { PlotID } = society.aliPlot;
  const { rows } = await createSchedule({ plots: [PlotID] });
  const aliSocket = await ali.openSocket();
  await aliSocket.watch(["plot", "payment-schedule", "payment-receipt", "ownership"]);
  assertOk(await transferAliPlot({ person: admin, society }, { AcceptDues: true }));
  await aliSocket.waitFor(({ resyncs }) => resyncs.length > 0);
  const countBefore = aliSocket.received.changes.length;
  await changeUser("sana", { PlotIDs: [PlotID] });
  const sanaSocket = await sana.openSocket();
  await sanaSocket.watch(["plot", "payment-schedule", "payment-receipt", "ownership"]);
  const [january, december] = [rows[0], rows.at(-1)];
  for (const row of [january, december])
    assertOk(await admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 }));
  await createReceipt(admin, { AmountPaid: 10, PaymentDate: "2026-11-14" });
  await aliSocket.waitForEarlierEvents();
  await sanaSocket.waitForEarlierEvents();
  expect(aliSocket.received.changes.slice(countBefore)).toEqual([]);
  expect(sanaSocket.received.changes.map(({ id }) => id)).toEqual([december?.PaymentScheduleID]);
});

test("the next owner's screens are notified when a due that they took over is paid, without its record", async () => {
  const { admin, sana, society, changeUser, createSchedule, grant } = await openHarness();
  const { PlotID } = society.aliPlot;
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  const { rows } = await createSchedule({ plots: [PlotID] });
  assertOk(await transferAliPlot({ person: admin, society }, { AcceptDues: true }));
  await changeUser("sana", { PlotIDs: [PlotID] });
  const socket = await sana.openSocket();
  await socket.watch(["payment-schedule", "house-balance", "ageing"]);
  assertOk(await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
  await socket.waitForEarlierEvents();
  expect(socket.received.resyncs.flat().sort()).toEqual(["ageing", "house-balance"]);
  expect(socket.received.changes).toEqual([]);
});

test("the next owner's dashboard is sent when a charge is paid that dates from before the transfer and is due after it", async () => {
  const { admin, sana, society, changeUser } = await openHarness();
  const { PlotID } = society.aliPlot;
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, Date: "2026-11-01", DueDate: "2026-12-20" })));
  assertOk(await transferAliPlot({ person: admin, society }, { Date: "2026-11-10" }));
  await changeUser("sana", { PlotIDs: [PlotID] });
  const socket = await sana.openSocket();
  await socket.watch(["dashboard"]);
  await createReceipt(admin, { AmountPaid: 100, PaymentDate: today });
  await socket.waitForEarlierEvents();
  const { data } = assertOk(await sana.get(endpointPaths.dashboard.path)).body;
  expect(socket.received.dashboard.map((dashboard) => dashboard.data)).toEqual([data]);
});

test("the receipt mailed to the next owner shows the dues that they took over as one amount, without months and reasons", async () => {
  const harness = await openHarness();
  const { admin, society, createSchedule, portal } = harness;
  const { HouseNo, PlotID } = society.aliPlot;
  await createSchedule({ StartMonth: 9, plots: [PlotID] });
  for (const values of [{ DueDate: "2026-11-14" }, { Date: "2026-11-13", Reason: "Stray dogs" }])
    assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, Date: "2026-11-01", ...values })));
  assertOk(
    await transferAliPlot(
      { person: admin, society },
      { Date: "2026-11-12", AcceptDues: true, EmailID: "omar@example.org" },
    ),
  );
  // September to December, and both charges.
  await createReceipt(admin, { HouseNo, AmountPaid: 10_200, PaymentDate: today });
  await sendPendingEmails(admin);
  await portal.sendMails();
  const [mail] = await harness.readMails();
  const pdf = readPdf(mail?.contents["receipt_R-1.pdf"] ?? new Uint8Array());
  expect(mail?.text).toContain("Brought forward: Rs 7,600.00");
  expect(pdf.text).toMatch(/Brought forward\D*7,600\.00/);
  for (const text of [mail?.text, mail?.html, pdf.text]) {
    for (const shown of ["Stray dogs", "2,500.00"]) expect(text).toContain(shown);
    for (const hidden of ["September", "October", "Water tanker", "10/09/2026", "10/10/2026", "14/11/2026"])
      expect(text).not.toContain(hidden);
  }
});

test.each([
  ["on the day of their payment", today],
  ["that is back-dated to before their payment", "2026-11-10"],
])("receipts and a bounce from before a transfer %s are not mailed to the next owner", async (_case, transferDate) => {
  const harness = await openHarness();
  const { admin, society, clock, portal, readMails } = harness;
  assertOk(await admin.put("/plot", { ...society.aliPlot, EmailID: "ali@example.org" }));
  const { PaymentReceiptID } = await createReceipt(admin, { AmountPaid: 100, PaymentDate: today });
  const ChequeID = await depositCheque(admin, { PaymentDate: today });
  clock.advanceMinutes(1);
  const owner = { EmailID: "omar@example.org", Date: transferDate };
  assertOk(await transferAliPlot({ person: admin, society }, owner));
  // A mail that was queued before the transfer.
  await createMail(harness, { Kind: "receipt", PaymentReceiptID, State: "waiting", Tries: 0 });
  await createReceipt(admin, { AmountPaid: 300, PaymentDate: today });
  const backdatedReceipt = await createReceipt(admin, { AmountPaid: 400, PaymentDate: "2026-11-09" });
  assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { Date: today, Reason: "Insufficient funds", Fee: 0 }));
  expect((await admin.get("/payment-receipt")).body.msg).toBe("1 emails pending.");
  assertOk(await sendPendingEmails(admin));
  await portal.sendMails();
  const mails = await readMails();
  expect(mails.map(({ to, toName, subject }) => [to, toName, subject])).toEqual([
    ["omar@example.org", "Omar", expect.stringContaining("R-3")],
  ]);
  // The receipt list says of each receipt whether it can be mailed, from these fields.
  expect(backdatedReceipt).toMatchObject({ OwnedFrom: transferDate, EmailSince: clock.now().toISOString() });
});

test("the bounce of a cheque from before the owner gave an email address is mailed", async () => {
  const { admin, society, clock, portal, readMails } = await openHarness();
  const ChequeID = await depositCheque(admin, { PaymentDate: today });
  clock.advanceMinutes(1);
  assertOk(await admin.put("/plot", { ...society.aliPlot, EmailID: "ali@example.org" }));
  assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { Date: today, Reason: "Insufficient funds", Fee: 0 }));
  await portal.sendMails();
  expect((await readMails()).map(({ to }) => to)).toEqual(["ali@example.org"]);
});

test("without the permission a CNIC is masked in REST, live events and audit and cannot be filtered or sorted by", async () => {
  const harness = await openHarness();
  const { admin, manager, society, revoke } = harness;
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  await harness.grant({ role: "Manager", page: "/system-management?tab=audit", action: "View" });
  const [adminSocket, managerSocket] = [await admin.openSocket(), await manager.openSocket()];
  for (const socket of [adminSocket, managerSocket]) await socket.watch(["ownership"]);
  const reply = await transferAliPlot({ person: manager, society }, { CNIC: cnic });
  expect(parseRecord(ownership, reply)).toMatchObject({ CNIC: maskedCnic });
  await adminSocket.waitForEarlierEvents();
  await managerSocket.waitForEarlierEvents();
  const recordsOf = ({ received }: typeof adminSocket) => received.changes.map(({ record }) => record);
  expect(recordsOf(adminSocket)).toEqual(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`));
  expect(recordsOf(managerSocket)).toEqual(await manager.list(ownership, `?PlotID=${society.aliPlot.PlotID}`));
  expect(recordsOf(adminSocket)).toContainEqual(expect.objectContaining({ CNIC: cnic }));
  const ids = recordsOf(managerSocket).map((record) => (record as { OwnershipID: number }).OwnershipID);
  for (const path of ["/ownership", "/audit", `/plot/${society.aliPlot.PlotID}/history`, `/ownership/${ids[1]}`]) {
    expect(JSON.stringify((await manager.get(path)).body)).toContain(maskedCnic);
    expect(JSON.stringify((await manager.get(path)).body)).not.toContain("1234567");
    expect(JSON.stringify((await admin.get(path)).body)).toContain(cnic);
  }
  for (const query of ["?sort=CNIC", "?sort=-CNIC", `?CNIC=${cnic}`]) {
    expect((await manager.get(`/ownership${query}`)).status).toBe(403);
    expect((await admin.get(`/ownership${query}`)).status).toBe(200);
  }
  for (const person of [admin, manager]) expect(await person.list(ownership, "?q=1234567")).toEqual([]);

  await harness.grant({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  await managerSocket.waitFor(({ resyncs }) => resyncs.some((resources) => resources.includes("ownership")));
  expect(await manager.list(ownership)).toEqual(await admin.list(ownership));
});

function transferAliPlot(
  { person, society }: Pick<Harness, "society"> & { person: Person },
  values: Readonly<Record<string, unknown>> = {},
) {
  return person.post(`/plot/${society.aliPlot.PlotID}/transfer`, { OwnerName: "Omar", Date: today, ...values });
}
