import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, societyDayAt } from "../../shared/dates.ts";
import { houseBalanceSchema } from "../../shared/endpoints/balance.ts";
import { documentCheck } from "../../shared/endpoints/document-code.ts";
import { sumRupees } from "../../shared/money.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { certificate } from "../../shared/resources/certificate.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import type { RateAndPlan } from "../harness/builders.ts";
import { depositCheque } from "../harness/cheques.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { fetchPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Certificate = RecordOf<typeof certificate>;

const today = "2026-11-15";

describe("issuing a certificate", () => {
  test("a certificate gets the next number and is valid for 30 days or the number of days that the society has set", async () => {
    const { admin, society } = await openHarness();
    const { PlotID } = society.aliPlot;
    const expected = { CertificateNo: 1, PlotID, HouseNo: "A-1", OwnerName: "Ali", IssuedOn: today };
    expect(await issueCertificate(admin, PlotID)).toMatchObject({
      ...expected,
      ValidUntil: "2026-12-15",
      State: "valid",
    });
    const { data } = assertOk(await admin.get("/society")).body;
    assertOk(await admin.put("/society", { ...(data as object), CertificateDays: 7 }));
    expect(await issueCertificate(admin, PlotID)).toMatchObject({ CertificateNo: 2, ValidUntil: "2026-11-22" });
    const tooLong = await admin.put("/society", { ...(data as object), Version: undefined, CertificateDays: 400 });
    expect([tooLong.status, Object.keys(tooLong.body.errors ?? {})]).toEqual([400, ["CertificateDays"]]);
  });

  test("a certificate is refused with the amounts that are due on the day, but not for amounts that are due later", async () => {
    const { admin, society, createSchedule } = await openHarness();
    const { PlotID } = society.aliPlot;
    await createSchedule({ plots: [PlotID], StartMonth: 10 });
    assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, Amount: 700, DueDate: today })));
    expect(await admin.post("/certificate", { PlotID })).toMatchObject({
      status: 409,
      body: {
        code: "certificate-dues",
        message:
          "Rs 5,700.00 is due for house A-1: 10/10/2026 Rs 2,500.00, 10/11/2026 Rs 2,500.00, 15/11/2026 Rs 700.00",
      },
    });
    await createReceipt(admin, { AmountPaid: 5700 });
    expect(await issueCertificate(admin, PlotID)).toMatchObject({ CertificateNo: 1, State: "valid" });
    for (const body of [{}, { PlotID: 999_999 }, { PlotID: "A-1" }]) {
      const refused = await admin.post("/certificate", body);
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["PlotID"]]);
    }
    expect(await admin.list(certificate)).toHaveLength(1);
  });

  test("a certificate that is issued at the same time as a charge does not stay valid", async () => {
    const { admin, createPlot } = await openHarness();
    const plotIds = [];
    for (let count = 0; count < 8; count++) plotIds.push((await createPlot()).PlotID);
    const replies = await Promise.all(
      plotIds.flatMap((PlotID) => [
        admin.post("/certificate", { PlotID }),
        admin.post("/adjustment", adjustmentForm({ PlotID, DueDate: today })),
      ]),
    );
    expect(replies.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(await admin.list(adjustment)).toHaveLength(8);
    expect((await admin.list(certificate)).filter(({ State }) => State === "valid")).toEqual([]);
  });

  test("only staff with permission can issue certificates, and residents can read those issued since they own the house", async () => {
    const { admin, ali, sana, nobody, portal, clock, society, grant, changeUser } = await openHarness();
    const { PlotID } = society.aliPlot;
    const { CertificateID } = await issueCertificate(admin, PlotID);
    await grant({ role: "Resident", page: "/society-management?tab=certificates", action: "Add" });
    expect((await ali.list(certificate)).map((row) => row.CertificateID)).toEqual([CertificateID]);
    expect((await readPdf({ portal, person: ali }, `${CertificateID}.pdf`)).text).toContain("NDC-1");
    expect(await sana.list(certificate)).toEqual([]);
    expect((await sana.get(`/certificate/${CertificateID}.pdf`)).status).toBe(404);
    expect((await nobody.get("/certificate")).status).toBe(403);
    for (const person of [ali, nobody]) expect((await person.post("/certificate", { PlotID })).status).toBe(403);
    clock.advanceMinutes(24 * 60);
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Sana", Date: "2026-11-16" }));
    await changeUser("sana", { PlotIDs: [PlotID] });
    const sanaCertificate = await issueCertificate(admin, PlotID);
    expect((await sana.list(certificate)).map((row) => row.CertificateID)).toEqual([sanaCertificate.CertificateID]);
    expect((await sana.get(`/certificate/${CertificateID}.pdf`)).status).toBe(404);
  });
});

test("a certificate issued until the day of a transfer, or between two transfers of one day, is not shown to a later owner", async () => {
  const { admin, sana, society, changeUser } = await openHarness();
  const { PlotID } = society.aliPlot;
  const transferTo = async (OwnerName: string) => {
    const [house] = await admin.list(plot, `?PlotID=${PlotID}`);
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName, Date: today, Version: house?.Version }));
    await changeUser("sana", { PlotIDs: [PlotID] });
  };
  const { CertificateID } = await issueCertificate(admin, PlotID);
  await transferTo("Omar");
  expect(await sana.list(certificate)).toEqual([]);
  expect((await sana.get(`/certificate/${CertificateID}.pdf`)).status).toBe(404);
  const omarCertificate = await issueCertificate(admin, PlotID);
  expect((await sana.list(certificate)).map((row) => row.CertificateID)).toEqual([omarCertificate.CertificateID]);
  await transferTo("Nadia");
  expect(await sana.list(certificate)).toEqual([]);
});

describe("withdrawal of a certificate", () => {
  const openSharedPlan = shareHarness(async (harness) => ({
    ...harness,
    ...(await harness.createPlan({ StartMonth: 10, EndMonth: 11 })),
  }));

  test.each<[string, (house: Awaited<ReturnType<typeof createPaidHouse>>) => Promise<unknown>]>([
    ["a charge", ({ admin, PlotID }) => admin.post("/adjustment", adjustmentForm({ PlotID, DueDate: today }))],
    [
      "an opening balance",
      ({ admin, PlotID }) => admin.post("/adjustment", adjustmentForm({ PlotID, Kind: "opening", DueDate: undefined })),
    ],
    [
      "a schedule generation",
      ({ createSchedule, PlotID }) => createSchedule({ plots: [PlotID], StartMonth: 9, EndMonth: 9 }),
    ],
    ["a voided receipt", ({ admin, receipt }) => admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`)],
    [
      "a corrected receipt",
      ({ admin, receipt }) =>
        admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, AmountPaid: 2400 }),
    ],
    [
      "an untick",
      ({ admin, tickedInstallmentId }) => admin.put(`/payment-schedule/${tickedInstallmentId}`, { IsPaid: 0 }),
    ],
    [
      "a bounced cheque",
      ({ admin, ChequeID }) => admin.post(`/cheque/${ChequeID}/bounce`, { Date: today, Reason: "Insufficient funds" }),
    ],
    [
      "a voided waiver",
      ({ admin, waiverId }) => admin.post(`/adjustment/${waiverId}/void`, { Reason: "Waived by mistake" }),
    ],
  ])("%s withdraws the certificate at once", async (_name, makeAmountDue) => {
    const house = await createPaidHouse(await openSharedPlan());
    const { admin, PlotID, clock } = house;
    const { CertificateID } = await issueCertificate(admin, PlotID);
    clock.advanceMinutes(5);
    await makeAmountDue(house);
    const [certificateAfter] = await admin.list(certificate, `?plot=${PlotID}`);
    const withdrawn = { State: "withdrawn", WithdrawalReason: "due", StateSince: clock.now().toISOString() };
    expect(certificateAfter).toMatchObject({ ...withdrawn, CertificateID });
    expect(await readDue(admin, PlotID, today)).toBeGreaterThan(0);
  });

  test("a transfer of ownership withdraws the certificate and is the reason of the withdrawal", async () => {
    const { admin, society } = await openHarness();
    const { PlotID } = society.aliPlot;
    await issueCertificate(admin, PlotID);
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: today }));
    expect(await admin.list(certificate)).toMatchObject([{ State: "withdrawn", WithdrawalReason: "transfer" }]);
  });

  test("a charge that is due later, credit, a changed name of the owner or a charge of another house does not withdraw the certificate", async () => {
    const { admin, society, createSchedule } = await openHarness();
    const { PlotID } = society.aliPlot;
    await issueCertificate(admin, PlotID);
    assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, DueDate: "2026-12-01" })));
    assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID: society.sanaPlot.PlotID, DueDate: today })));
    await createSchedule({ StartMonth: 12, EndMonth: 12 });
    await createReceipt(admin, { AmountPaid: 100 });
    assertOk(await admin.put("/plot", { ...society.aliPlot, OwnerName: "Ali Raza", Version: undefined }));
    expect(await admin.list(certificate)).toMatchObject([{ State: "valid", OwnerName: "Ali", Version: 1 }]);
  });
});

test("a new day withdraws a certificate when an installment falls due, and a certificate expires after its last day", async () => {
  const { admin, anonymous, clock, portal, society, createSchedule } = await openHarness();
  const { aliPlot, sanaPlot } = society;
  await createSchedule({ plots: [aliPlot.PlotID], StartMonth: 12, EndMonth: 12 });
  await issueCertificate(admin, aliPlot.PlotID);
  await issueCertificate(admin, sanaPlot.PlotID);
  const readStates = async () => (await admin.list(certificate)).map(({ State, StateSince }) => [State, StateSince]);
  clock.set("2026-12-09T18:59:00Z");
  await portal.runJobs();
  expect((await readStates()).map(([state]) => state)).toEqual(["valid", "valid"]);
  // The check and the PDF do not wait for the job.
  clock.set("2026-12-09T19:01:00Z");
  expect(await checkCode(anonymous, await readCode({ portal, admin }, 1))).toMatchObject({ state: "withdrawn" });
  await portal.runJobs();
  const withdrawn = ["withdrawn", "2026-12-09T19:00:00.000Z"];
  expect((await readStates())[0]).toEqual(withdrawn);
  clock.set("2026-12-15T18:59:00Z");
  expect(await checkCode(anonymous, await readCode({ portal, admin }, 2))).toMatchObject({ state: "valid" });
  clock.set("2026-12-15T19:01:00Z");
  const expired = { state: "expired", since: "2026-12-15T19:00:00.000Z" };
  expect(await checkCode(anonymous, await readCode({ portal, admin }, 2))).toMatchObject(expired);
  await portal.runJobs();
  expect(await readStates()).toEqual([withdrawn, ["expired", expired.since]]);
});

test("a certificate that dues withdrew before its last day is withdrawn, even if the job runs only after that day", async () => {
  const { admin, anonymous, clock, portal, society, createSchedule } = await openHarness();
  await createSchedule({ plots: [society.aliPlot.PlotID], StartMonth: 12, EndMonth: 12 });
  await issueCertificate(admin, society.aliPlot.PlotID);
  clock.set("2026-12-16T07:00:00Z");
  const withdrawn = { state: "withdrawn", since: "2026-12-09T19:00:00.000Z" };
  expect(await checkCode(anonymous, await readCode({ portal, admin }, 1))).toMatchObject(withdrawn);
  await portal.runJobs();
  expect(await admin.list(certificate)).toMatchObject([{ State: "withdrawn", StateSince: withdrawn.since }]);
});

test("the PDF of a certificate is available in both languages, contains its code and shows a withdrawal", async () => {
  const { admin, anonymous, portal, society } = await openHarness();
  const { PlotID } = society.aliPlot;
  const { CertificateID } = await issueCertificate(admin, PlotID);
  const readWith = (query: string) => readPdf({ portal, person: admin }, `${CertificateID}.pdf${query}`);
  const { text, code } = await readWith("");
  for (const line of ["No-demand certificate", "NDC-1", "A-1", "Ali", "15/11/2026", "15/12/2026"])
    expect(text).toContain(line);
  expect(text).not.toContain("WITHDRAWN");
  expect((await readWith("?lang=ur")).code).toBe(code);
  expect(await checkCode(anonymous, code)).toMatchObject({ valid: true, t: "certificate", n: "NDC-1", state: "valid" });
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID, DueDate: today })));
  expect((await readWith("")).text).toContain("WITHDRAWN");
  expect(await checkCode(anonymous, code)).toMatchObject({ state: "withdrawn", since: "2026-11-15T07:00:00.000Z" });
  expect((await admin.get(`/certificate/${CertificateID}.pdf?lang=fr`)).status).toBe(400);
  expect((await admin.get("/certificate/999.pdf")).status).toBe(404);
});

const randomStep = fc.record({
  kind: fc.constantFrom(
    "issue",
    "issue",
    "pay",
    "pay all",
    "charge",
    "tick",
    "void receipt",
    "void charge",
    "next day",
  ),
  /** In rupees. */
  amount: fc.integer({ min: 1, max: 12 }).map((count) => count * 250),
  /** Days until a charge is due; also chooses the installment of a tick. */
  days: fc.integer({ min: 0, max: 3 }),
});

/** A certificate is issued, withdrawn by a charge, and refused. */
const firstWalk = (["pay all", "issue", "charge", "issue"] as const).map((kind) => ({ kind, amount: 250, days: 0 }));

test("in any order of operations, a house gets a certificate only while nothing is due, and the certificate stays valid only while nothing is due", async () => {
  const { admin, clock, portal, createPlot, createPlan } = await openHarness();
  const { rate, plan } = await createPlan({ StartMonth: 11, EndMonth: 12 });
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(randomStep, { minLength: 10, maxLength: 14 }), async (walk) => {
      const { PlotID, HouseNo } = await createPlot();
      const generationForm = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [PlotID] };
      assertOk(await admin.post("/payment-schedule", generationForm));
      for (const { kind, amount, days } of walk) {
        const day = societyDayAt(clock.now());
        const due = await readDue(admin, PlotID, day);
        if (kind === "issue") {
          const { status } = await admin.post("/certificate", { PlotID });
          expect(status).toBe(due > 0 ? 409 : 200);
          outcomes.add(`issue ${status}`);
        } else if (kind === "next day") {
          clock.advanceMinutes(24 * 60);
          await portal.runJobs();
        } else
          await changeDues({ admin, PlotID, HouseNo, day }, { kind, amount: kind === "pay all" ? due : amount, days });
        const isDue = (await readDue(admin, PlotID, societyDayAt(clock.now()))) > 0;
        const rows = await admin.list(certificate, `?plot=${PlotID}`);
        for (const { State } of rows) outcomes.add(State);
        if (isDue) expect(rows.filter(({ State }) => State === "valid")).toEqual([]);
      }
    }),
    { numRuns: 8, examples: [[firstWalk]] },
  );
  // The first walk alone has these outcomes.
  expect([...outcomes].sort()).toEqual(expect.arrayContaining(["issue 200", "issue 409", "valid", "withdrawn"]));
});

interface Change {
  kind: "pay" | "pay all" | "charge" | "tick" | "void receipt" | "void charge";
  /** In rupees. */
  amount: number;
  /** Days until a charge is due; also chooses the installment of a tick. */
  days: number;
}

/** Makes one change of what the house owes, if its current state allows the change. */
async function changeDues(
  { admin, PlotID, HouseNo, day }: { admin: Person; PlotID: number; HouseNo: string; day: string },
  { kind, amount, days }: Change,
): Promise<void> {
  switch (kind) {
    case "pay":
    case "pay all": {
      if (amount > 0) await createReceipt(admin, { HouseNo, AmountPaid: amount, PaymentDate: day });
      return;
    }
    case "charge":
      assertOk(
        await admin.post("/adjustment", adjustmentForm({ PlotID, Amount: amount, DueDate: addDays(day, days) })),
      );
      return;
    case "tick": {
      // The house has two installments.
      const row = (await admin.list(paymentSchedule, `?plot=${PlotID}`))[days % 2];
      // An installment that a receipt has paid cannot be ticked or unticked.
      await admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: row?.IsPaid ? 0 : 1 });
      return;
    }
    case "void receipt": {
      const [row] = (await admin.list(paymentReceipt)).filter((receipt) => receipt.HouseNo === HouseNo);
      if (row) assertOk(await admin.delete(`/payment-receipt/${row.PaymentReceiptID}`));
      return;
    }
    case "void charge": {
      const [row] = await admin.list(adjustment, `?plot=${PlotID}`);
      if (row) await admin.post(`/adjustment/${row.AdjustmentID}/void`, { Reason: "Charged by mistake" });
    }
  }
}

/** What is due for the house until that day, in rupees. */
async function readDue(admin: Person, PlotID: number, day: string): Promise<number> {
  const { items } = houseBalanceSchema.parse(assertOk(await admin.get(`/plot/${PlotID}/balance`)).body.data);
  return sumRupees(items.filter(({ DueDate }) => DueDate <= day).map(({ Due }) => Due));
}

/**
 * A house that owes nothing: an installment paid by a receipt, one by a tick, one by a cheque, and a charge that was
 * waived.
 */
async function createPaidHouse({ rate, plan, ...harness }: Harness & RateAndPlan) {
  const { admin } = harness;
  const { PlotID, HouseNo } = await harness.createPlot();
  const generationForm = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [PlotID] };
  assertOk(await admin.post("/payment-schedule", generationForm));
  const tickedInstallmentId = (await admin.list(paymentSchedule, `?plot=${PlotID}`))[1]?.PaymentScheduleID;
  assertOk(await admin.put(`/payment-schedule/${tickedInstallmentId}`, { IsPaid: 1 }));
  const receipt = await createReceipt(admin, { HouseNo, PaymentDate: today });
  const chargeForm = adjustmentForm({ PlotID, Amount: 500, DueDate: today });
  const charge = parseRecord(adjustment, await admin.post("/adjustment", chargeForm));
  const waiverForm = adjustmentForm({ PlotID, Kind: "waiver", Amount: 200, ChargeID: charge.AdjustmentID });
  const waiverId = parseRecord(adjustment, await admin.post("/adjustment", waiverForm)).AdjustmentID;
  const ChequeID = await depositCheque(admin, { HouseNo, AmountPaid: 300 });
  return { ...harness, PlotID, tickedInstallmentId, receipt, waiverId, ChequeID };
}

async function issueCertificate(person: Person, PlotID: number): Promise<Certificate> {
  return parseRecord(certificate, await person.post("/certificate", { PlotID }));
}

async function checkCode(person: Person, code: string) {
  return documentCheck.parse(assertOk(await person.post("/check", { code })).body.data);
}

/** The text and the document code of a certificate. `file` is its CertificateID with `.pdf` and the query. */
async function readPdf({ portal, person }: { portal: Harness["portal"]; person: Person }, file: string) {
  const { text, qrText } = await fetchPdf(portal.url(), person, `/certificate/${file}`);
  return { text, code: qrText.slice(qrText.indexOf("#") + 1) };
}

async function readCode({ portal, admin }: Pick<Harness, "portal" | "admin">, CertificateID: number): Promise<string> {
  return (await readPdf({ portal, person: admin }, `${CertificateID}.pdf`)).code;
}
