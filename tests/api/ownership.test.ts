import { expect, test } from "vitest";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { ownership } from "../../shared/resources/ownership.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { users } from "../../shared/resources/users.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { importSheet } from "../harness/imports.ts";
import { fetchPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const today = "2026-11-15";
const cnic = "35202-1234567-1";
const maskedCnic = "*****-*******-1";

test("every plot begins with an ownership without a first day, and an edit corrects the current owner", async () => {
  const { admin, createPlot } = await openHarness();
  const house = await createPlot({ OwnerName: "Nadia Kahn", MobileNo: "0300-1" });
  const ownerships = () => admin.list(ownership, `?PlotID=${house.PlotID}`);
  expect(await ownerships()).toMatchObject([
    { OwnerName: "Nadia Kahn", MobileNo: "0300-1", CNIC: "", From: null, To: null, HouseNo: house.HouseNo },
  ]);

  assertOk(await admin.put("/plot", { ...house, OwnerName: "Nadia Khan", CNIC: "3520212345671" }));
  expect(await ownerships()).toMatchObject([{ OwnerName: "Nadia Khan", CNIC: cnic, From: null, To: null }]);
  const corrected = (await admin.list(plot)).find(({ PlotID }) => PlotID === house.PlotID);
  assertOk(await admin.put("/plot", { ...corrected, EmailID: "nadia@example.org", CNIC: "" }));
  expect(await ownerships()).toMatchObject([{ OwnerName: "Nadia Khan", CNIC: cnic, EmailID: "nadia@example.org" }]);

  assertOk(await admin.delete(`/plot/${house.PlotID}`));
  expect(await ownerships()).toEqual([]);
});

test("a plot from a spreadsheet has an ownership, which a later import corrects", async () => {
  const { admin } = await openHarness();
  const importPlots = (owner: string) =>
    importSheet(admin, "plots", `House No,Category,Type,Floor,Owner\nI-1,A,Residential,Ground,${owner}\n`);
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
  assertOk(await admin.post("/payment-receipt", receiptForm({ AmountPaid: 5000 })));
  const reply = await transfer({ person: admin, society }, { MobileNo: "0300-7", CNIC: cnic, Fee: 3000 });
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

test("a transfer is refused while anything due up to its day is unpaid; what is due later does not matter", async () => {
  const { admin, society, createSchedule } = await openHarness();
  await createSchedule({ plots: [society.aliPlot.PlotID] });
  const refused = await transfer({ person: admin, society });
  expect(refused).toMatchObject({ status: 409, body: { code: "dues-open", values: { amount: "Rs 27,500.00" } } });
  expect(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`)).toHaveLength(1);
  assertOk(await admin.post("/payment-receipt", receiptForm({ AmountPaid: 27_500 })));
  assertOk(await transfer({ person: admin, society }));
});

test("invalid input names its field and changes nothing", async () => {
  const { admin, ali, manager, society, grant } = await openHarness();
  await grant({ role: "Resident", page: "/society-management?tab=plots", action: "Update" });
  const invalid = [
    ["Date", { Date: "2026-11-16" }],
    ["Date", { Date: "yesterday" }],
    ["OwnerName", { OwnerName: " " }],
    ["CNIC", { CNIC: "35202-1234567" }],
    ["CNIC", { CNIC: maskedCnic }],
    ["Fee", { Fee: -1 }],
    ["Fee", { Fee: 2_000_000_000 }],
    ["EmailID", { EmailID: "nobody" }],
  ] as const;
  for (const [field, values] of invalid) {
    const reply = await transfer({ person: admin, society }, values);
    expect([field, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([field, 400, [field]]);
  }
  expect((await admin.post("/plot/999999/transfer", { OwnerName: "Omar", Date: today })).status).toBe(404);
  expect((await transfer({ person: ali, society })).status).toBe(403);
  expect((await transfer({ person: admin, society }, { Version: 7 })).body).toMatchObject({ code: "stale" });
  expect(await admin.list(ownership)).toHaveLength(2);
  expect(await manager.list(plot)).toEqual(await admin.list(plot));
  assertOk(await transfer({ person: admin, society }, { Date: "2026-11-10" }));
  const earlier = await transfer({ person: admin, society }, { Date: "2026-11-09" });
  expect(earlier).toMatchObject({ status: 400, body: { errors: { Date: expect.any(String) } } });
});

test("the letter about a transfer has both owners and the fee on one page, with CNICs for those who may see them", async () => {
  const { admin, manager, ali, portal, society, revoke } = await openHarness();
  const { PlotID } = society.aliPlot;
  const [first] = await admin.list(ownership, `?PlotID=${PlotID}`);
  expect((await admin.get(`/ownership/${first?.OwnershipID}/letter.pdf`)).status).toBe(404);
  const { OwnershipID } = parseRecord(ownership, await transfer({ person: admin, society }, { CNIC: cnic, Fee: 3000 }));
  const path = `/ownership/${OwnershipID}/letter.pdf`;
  const { text, pages } = await fetchPdf(portal.url(), admin, path);
  for (const line of ["A-1", "Ali", "Omar", "14/11/2026", "15/11/2026", cnic, "Rs 3,000.00"])
    expect(text).toContain(line);
  expect(pages).toBe(1);
  expect((await fetchPdf(portal.url(), admin, `${path}?lang=ur`)).text).toContain(cnic);
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  const masked = (await fetchPdf(portal.url(), manager, path)).text;
  expect(masked).toContain(maskedCnic);
  expect(masked).not.toContain(cnic);
  expect((await ali.get(path)).status).toBe(403);
  expect((await admin.get("/ownership/999/letter.pdf")).status).toBe(404);
});

test("the letters of several transfers on one day each have the fee of their own transfer, and no fee when it is voided", async () => {
  const { admin, portal, society } = await openHarness();
  const transferFor = async (Fee: number | undefined) => {
    const [house] = await admin.list(plot, `?PlotID=${society.aliPlot.PlotID}`);
    const reply = await transfer({ person: admin, society }, { Fee, Version: house?.Version, AcceptDues: true });
    return parseRecord(ownership, reply);
  };
  const transfers = [await transferFor(3000), await transferFor(undefined), await transferFor(500)];
  const fees = async () => {
    const texts = [];
    for (const { OwnershipID } of transfers)
      texts.push((await fetchPdf(portal.url(), admin, `/ownership/${OwnershipID}/letter.pdf`)).text);
    return texts.map((text) => /Rs ([\d,]+)\.00/.exec(text)?.[1]);
  };
  expect(await fees()).toEqual(["3,000", undefined, "500"]);
  assertOk(await admin.post(`/adjustment/${transfers[0]?.FeeAdjustmentID}/void`, { Reason: "Not agreed" }));
  expect(await fees()).toEqual([undefined, undefined, "500"]);
});

test("one of several concurrent transfers succeeds", async () => {
  const { admin, manager, society } = await openHarness();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      transfer({ person: index % 2 ? admin : manager, society }, { OwnerName: `Owner ${index}` }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of replies) if (status !== 200) expect(body).toMatchObject({ code: "stale" });
  expect(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`)).toHaveLength(2);
});

test("a receipt keeps the name of who owned the house on its payment date", async () => {
  const { admin, society } = await openHarness();
  const first = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptForm({ AmountPaid: 100 })));
  expect(first).toMatchObject({ PayerName: "Ali", OwnerName: "Ali" });
  assertOk(await transfer({ person: admin, society }));
  const payOn = (PaymentDate: string) => admin.post("/payment-receipt", receiptForm({ AmountPaid: 50, PaymentDate }));
  const late = parseRecord(paymentReceipt, await payOn("2026-11-14"));
  const next = parseRecord(paymentReceipt, await payOn(today));
  expect([late.PayerName, next.PayerName]).toEqual(["Ali", "Omar"]);
  expect(await admin.list(paymentReceipt, `?PaymentReceiptID=${first.PaymentReceiptID}`)).toMatchObject([
    { PayerName: "Ali", OwnerName: "Omar" },
  ]);
  expect(await admin.list(paymentReceipt, "?q=ali")).toHaveLength(2);
  // A corrected receipt keeps the printed payer; with another house or day it gets the owner of that house on that day.
  const renamed = (await admin.list(plot)).find(({ HouseNo }) => HouseNo === "A-1");
  assertOk(await admin.put("/plot", { ...renamed, OwnerName: "Omar Farooq" }));
  assertOk(await admin.put("/payment-receipt", { ...next, AmountPaid: 60 }));
  expect(await payerOf(next.PaymentReceiptID)).toBe("Omar");
  const moved = await admin.put("/payment-receipt", { ...late, HouseNo: "A-2", AllowDuplicate: true });
  expect(parseRecord(paymentReceipt, moved).PayerName).toBe("Sana");

  const readStatement = async (query: string) =>
    (await admin.get(`/plot/${society.aliPlot.PlotID}/statement${query}`)).body.data;
  expect(await readStatement("?to=2026-11-14")).toMatchObject({ OwnerName: "Ali" });
  expect(await readStatement("")).toMatchObject({
    OwnerName: "Omar Farooq",
    entries: [{ PayerName: "Ali" }, { PayerName: "Omar" }],
  });

  async function payerOf(id: number) {
    const [receipt] = await admin.list(paymentReceipt, `?PaymentReceiptID=${id}`);
    return receipt?.PayerName;
  }
});

test("the next owner sees nothing dated before the transfer, in lists, records, statement, balance, audit, totals and documents", async () => {
  const harness = await openHarness();
  const { admin, ali, sana, society, changeUser, createSchedule, grant } = harness;
  const { PlotID } = society.aliPlot;
  for (const tab of ["adjustments", "withdrawn-installments"] as const)
    await grant({ role: "Resident", page: `/payment-management?tab=${tab}`, action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=received", action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  await createSchedule({ plots: [PlotID] });
  assertOk(await admin.post("/payment-receipt", receiptForm({ AmountPaid: 777, PaymentDate: "2026-11-09" })));
  assertOk(await admin.post("/adjustment", chargeForm(PlotID, "2026-11-09")));
  assertOk(await admin.put(`/plot/${PlotID}`, { ...society.aliPlot, MobileNo: "0300-1112223", Version: undefined }));
  assertOk(await transfer({ person: admin, society }, { Date: "2026-11-10", AcceptDues: true, OwnerName: "Sana" }));
  assertOk(await admin.post("/adjustment", chargeForm(PlotID, "2026-11-10")));
  assertOk(await admin.post("/payment-receipt", receiptForm({ AmountPaid: 300, PaymentDate: "2026-11-11" })));

  // The predecessor sees nothing of the house.
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

  const full = (await admin.get(`/plot/${PlotID}/balance`)).body.data as { due: number; items: { Due: number }[] };
  const own = (await sana.get(`/plot/${PlotID}/balance`)).body.data as typeof full;
  expect(own.due).toBe(full.due);
  expect(own.items.reduce((sum, { Due }) => sum + Due, 0)).toBe(full.due);
  expect(own.items).toMatchObject([
    { kind: "opening", id: 0, DueDate: "2026-11-10", Received: 0 },
    { kind: "installment", DueDate: "2026-11-10" },
    { kind: "charge", DueDate: "2026-11-10" },
    { kind: "installment", DueDate: "2026-12-10" },
  ]);

  const adminStatement = (await admin.get(`/plot/${PlotID}/statement`)).body.data as { closing: number };
  const statement = (await sana.get(`/plot/${PlotID}/statement?from=2020-01-01`)).body.data;
  expect(statement).toMatchObject({ from: "2026-11-10", closing: adminStatement.closing });
  expect(JSON.stringify(statement)).not.toContain("777");
  expect((await sana.get(`/plot/${PlotID}/statement?to=2026-11-09`)).status).toBe(400);

  const views = await Promise.all(
    [`/plot/${PlotID}/history`, "/activity", `/activity?plot=${PlotID}`, "/ageing", "/payment-receipt/voids"].map(
      (path) => sana.get(path),
    ),
  );
  for (const view of views) {
    expect(view.status).toBe(200);
    const text = JSON.stringify(view.body);
    for (const marker of ["Ali", "0300-1112223", "777", "2026-11-09"]) expect(text).not.toContain(marker);
  }
  const dashboard = (await sana.get(endpointPaths.dashboard.path)).body.data as { total_amount: number }[];
  expect(Math.max(...dashboard.map(({ total_amount }) => total_amount))).toBe(5100);
});

test("open sockets of the predecessor lose the house at once; those of the next owner receive nothing dated before the transfer", async () => {
  const { admin, ali, sana, society, changeUser, createSchedule } = await openHarness();
  const { PlotID } = society.aliPlot;
  const { rows } = await createSchedule({ plots: [PlotID] });
  const predecessor = await ali.openSocket();
  await predecessor.watch(["plot", "payment-schedule", "payment-receipt", "ownership"]);
  assertOk(await transfer({ person: admin, society }, { AcceptDues: true }));
  await predecessor.waitFor(({ resyncs }) => resyncs.length > 0);
  const seen = predecessor.received.changes.length;
  await changeUser("sana", { PlotIDs: [PlotID] });
  const next = await sana.openSocket();
  await next.watch(["plot", "payment-schedule", "payment-receipt", "ownership"]);
  const [before, after] = [rows[0], rows.at(-1)];
  for (const row of [before, after])
    assertOk(await admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 }));
  assertOk(await admin.post("/payment-receipt", receiptForm({ AmountPaid: 10, PaymentDate: "2026-11-14" })));
  await predecessor.waitForEarlierEvents();
  await next.waitForEarlierEvents();
  expect(predecessor.received.changes.slice(seen)).toEqual([]);
  expect(next.received.changes.map(({ id }) => id)).toEqual([after?.PaymentScheduleID]);
});

test("a CNIC is masked without the permission: in REST, live, audit, search, filter and sort", async () => {
  const harness = await openHarness();
  const { admin, manager, society, revoke } = harness;
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  await harness.grant({ role: "Manager", page: "/system-management?tab=audit", action: "View" });
  const [unmasked, masked] = [await admin.openSocket(), await manager.openSocket()];
  for (const listener of [unmasked, masked]) await listener.watch(["ownership"]);
  const reply = await transfer({ person: manager, society }, { CNIC: cnic });
  expect(parseRecord(ownership, reply)).toMatchObject({ CNIC: maskedCnic });
  await unmasked.waitForEarlierEvents();
  await masked.waitForEarlierEvents();
  const recordsOf = ({ received }: typeof unmasked) => received.changes.map(({ record }) => record);
  expect(recordsOf(unmasked)).toEqual(await admin.list(ownership, `?PlotID=${society.aliPlot.PlotID}`));
  expect(recordsOf(masked)).toEqual(await manager.list(ownership, `?PlotID=${society.aliPlot.PlotID}`));
  expect(recordsOf(unmasked)).toContainEqual(expect.objectContaining({ CNIC: cnic }));
  const ids = recordsOf(masked).map((record) => (record as { OwnershipID: number }).OwnershipID);
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
  await masked.waitFor(({ resyncs }) => resyncs.some((resources) => resources.includes("ownership")));
  expect(await manager.list(ownership)).toEqual(await admin.list(ownership));
});

function transfer(
  { person, society }: Pick<Harness, "society"> & { person: Person },
  values: Readonly<Record<string, unknown>> = {},
) {
  return person.post(`/plot/${society.aliPlot.PlotID}/transfer`, { OwnerName: "Omar", Date: today, ...values });
}

function receiptForm(values: Readonly<Record<string, unknown>>) {
  return { HouseNo: "A-1", PaymentDate: "2026-11-14", PaymentMethod: "Cash", ...values };
}

function chargeForm(PlotID: number, day: string) {
  return { PlotID, Kind: "charge", Amount: 100, Date: day, Reason: "Water tanker" };
}
