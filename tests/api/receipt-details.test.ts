import { describe, expect, test } from "vitest";
import { changeReceipt } from "../../server/features/payment-receipt/change-receipt.ts";
import { parseBody } from "../../server/http/request.ts";
import { receiptVoids } from "../../shared/endpoints/voids.ts";
import type { InputOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness, openHarnessWithMailServer, openSharedHarness, shareHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import { createMailableReceipt, sendPendingEmails } from "../harness/mail.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, readReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const chequeForm = {
  HouseNo: "A-1",
  AmountPaid: 2500,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cheque",
  ChequeNo: "CH-105186",
  BankName: "HBL",
  ChequeDate: "2026-11-10",
} as const satisfies InputOf<typeof paymentReceipt>;

const reference = { PaymentMethod: "Online", Reference: "TX-9" } as const;

describe("payment details", () => {
  const openShared = shareHarness((harness) => harness);

  test("a receipt keeps its payment details, and the search finds them", async () => {
    const { admin } = await openHarness();
    const receipt = await createReceipt(admin, chequeForm);
    expect(receipt).toMatchObject({ ...chequeForm, Reference: "" });
    await createReceipt(admin, { HouseNo: "A-1", PaymentMethod: "Online", Reference: "TX-9" });
    await createReceipt(admin, { HouseNo: "A-1", PaymentMethod: "Bank Transfer" });
    for (const [q, ReceiptNo] of [
      ["105186", 1],
      ["hbl", 1],
      ["tx-9", 2],
    ])
      expect(await admin.list(paymentReceipt, `?q=${q}`)).toMatchObject([{ ReceiptNo }]);
    expect((await admin.post("/payment-receipt", { ...chequeForm, ChequeDate: "tomorrow" })).body.errors).toEqual({
      ChequeDate: "Cheque date must be a date",
    });
  });

  test("the same cheque or reference, bank and amount is entered twice only if the user allows it", async () => {
    const { admin } = await openHarness();
    const { PaymentReceiptID } = await createReceipt(admin, chequeForm);
    const repeated = { ...chequeForm, HouseNo: "A-2", ChequeNo: "ch-105186", BankName: "hbl" };
    const refusal = await admin.post("/payment-receipt", repeated);
    expect([refusal.status, refusal.body]).toMatchObject([
      409,
      { code: "duplicate", message: "Already entered as R-1", data: { PaymentReceiptID } },
    ]);
    for (const difference of [{ AmountPaid: 2501 }, { BankName: "UBL" }, { ChequeNo: "105187" }])
      await createReceipt(admin, { ...chequeForm, ...difference });
    const allowed = assertOk(await admin.post("/payment-receipt", { ...repeated, AllowDuplicate: true }));
    expect(allowed.body.data).not.toHaveProperty("AllowDuplicate");
    const secondReceipt = parseRecord(paymentReceipt, allowed);
    const path = `/payment-receipt/${secondReceipt.PaymentReceiptID}`;
    assertOk(await admin.put(path, { ...repeated, Remarks: "two houses" }));
    const otherBankForm = { ...repeated, BankName: "UBL" };
    expect((await admin.put(path, otherBankForm)).body.code).toBe("duplicate");
    assertOk(await admin.put(path, { ...otherBankForm, AllowDuplicate: 1 }));
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    await createReceipt(admin, chequeForm);
  });

  test.each<[string, (admin: Person) => Promise<unknown>]>([
    ["entered", (admin) => createReceipt(admin, { HouseNo: "A-2", ...reference })],
    [
      "imported",
      (admin) => runImport(admin, "receipts", "House,Amount,Date,Method,Reference\nA-2,2500,14/11/2026,Online,TX-9\n"),
    ],
  ])(
    "a receipt that gets the reference of another one that is %s at the same time is refused",
    async (_how, record) => {
      const { admin, portal } = await openHarness();
      const { PaymentReceiptID } = await createReceipt(admin, {});
      const otherServer = await portal.startAnotherServer();
      let isFirstRun = true;
      const change = otherServer.transaction(async (tx) => {
        // The first snapshot is from before the other receipt.
        const row = await tx.get(paymentReceipt, PaymentReceiptID);
        if (isFirstRun) await record(admin);
        isFirstRun = false;
        const body = receiptForm(reference);
        return changeReceipt(tx, { row, input: parseBody(paymentReceipt.input, body), body });
      });
      await expect(change).rejects.toMatchObject({ status: 409, code: "duplicate" });
    },
  );

  test.each([
    ["reference", { PaymentMethod: "Online", ChequeNo: "", Reference: "Trx-9a" }, { Reference: "tRX-9A" }],
    ["cheque number", { ChequeNo: "Ch-9a", BankName: "Meezan" }, { ChequeNo: "cH-9A", BankName: "MEEZAN" }],
  ] as const)("the same %s is found in any mix of upper and lower case", async (_name, first, second) => {
    const { admin } = await openShared();
    await createReceipt(admin, { ...chequeForm, ...first });
    const refusal = await admin.post("/payment-receipt", { ...chequeForm, ...first, ...second });
    expect([refusal.status, refusal.body.code]).toEqual([409, "duplicate"]);
  });
});

describe("required payment details", () => {
  const chequeErrors = {
    ChequeNo: "Cheque number is required",
    BankName: "Bank is required",
    ChequeDate: "Cheque date is required",
  };
  const transferErrors = { BankName: "Bank is required", Reference: "Reference is required" };
  const emptyDetails = { Reference: " \u200c ", BankName: "", ChequeNo: "", ChequeDate: "" };

  test.each([
    ["Cheque", chequeErrors],
    ["Bank Transfer", transferErrors],
    ["Online", { Reference: "Reference is required" }],
    ["Cash", undefined],
  ] as const)(
    "if the society requires payment details, a receipt by %s without them is answered with the errors %j",
    async (PaymentMethod, errors) => {
      const { admin } = await openHarness();
      const earlierReceipt = await createReceipt(admin, { HouseNo: "A-1", PaymentMethod });
      assertOk(await admin.put("/society", { Name: "S", Limits: { RequirePaymentDetails: true } }));
      const path = `/payment-receipt/${earlierReceipt.PaymentReceiptID}`;
      const formWithoutDetails = { ...chequeForm, ...emptyDetails, PaymentMethod };
      for (const reply of [
        await admin.post("/payment-receipt", formWithoutDetails),
        await admin.put(path, formWithoutDetails),
      ])
        expect([reply.status, reply.body.errors]).toEqual([errors ? 400 : 200, errors]);
      if (errors) expect(await admin.list(paymentReceipt)).toEqual([earlierReceipt]);
      const withDetails = { ...chequeForm, PaymentMethod, Reference: "TX-9" };
      const saved = await createReceipt(admin, withDetails);
      if (errors)
        expect((await admin.put(`/payment-receipt/${saved.PaymentReceiptID}`, formWithoutDetails)).status).toBe(400);
      assertOk(await admin.put("/society", { Name: "S", Limits: { RequirePaymentDetails: 0 } }));
      assertOk(await admin.put(path, formWithoutDetails));
    },
  );
});

describe("dates of receipts and expenses", async () => {
  const { admin, createSchedule, transaction } = await openSharedHarness();
  await createSchedule({ StartMonth: 3, StartYear: 2024 });

  test.each(["2022-12-31", "2026-11-16", "1900-01-01"])("a receipt of %s is refused", async (PaymentDate) => {
    const reply = await admin.post("/payment-receipt", { ...chequeForm, PaymentDate });
    const message = "The payment date must be from 01/01/2023 to 15/11/2026";
    expect([reply.status, reply.body.errors]).toEqual([400, { PaymentDate: message }]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("a change that keeps an existing date out of range is accepted", async () => {
    const receipt = await createReceipt(admin, { HouseNo: "A-1", PaymentDate: "2023-01-01" });
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    await transaction(async (tx) => {
      const row = await tx.get(paymentReceipt, receipt.PaymentReceiptID);
      tx.update(paymentReceipt, row, { PaymentDate: "1999-01-01" });
    });
    const formWithSameDate = { ...receipt, Version: undefined, PaymentDate: "1999-01-01", Remarks: "old" };
    assertOk(await admin.put(path, formWithSameDate));
    expect((await admin.put(path, { ...formWithSameDate, PaymentDate: "1999-01-02" })).status).toBe(400);
    assertOk(await admin.delete(path));
  });

  test.each(["1999", "2101", "20 26", "abcd", "20266"])("an expense of the year %s is refused", async (Year) => {
    const expenseForm = { ExpenseType: "Office", ExpenseTitle: "Tea", Month: "11", Amount: 1 };
    const { status, body } = await admin.post("/expenses", { ...expenseForm, Year });
    expect([status, body.errors]).toEqual([400, { Year: "Year must be from 2000 to 2100" }]);
    expect((await admin.post("/expenses", { ...expenseForm, Year: "26" })).body.errors).toEqual({
      Year: "Year is required",
    });
  });
});

describe("voids", () => {
  const openShared = shareHarness((harness) => harness);

  test("a void stores its reason and shows who voided the receipt, but residents see only the office", async () => {
    const { admin, manager, ali, sana } = await openHarness();
    const receipt = await createReceipt(admin, { HouseNo: "A-1" });
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const tooShort = await manager.send({ method: "DELETE", path, body: { Reason: "a \u200c b" } });
    expect([tooShort.status, tooShort.body.errors]).toEqual([
      400,
      { Reason: "Reason must have at least 3 characters" },
    ]);
    assertOk(await manager.send({ method: "DELETE", path, body: { Reason: " Wrong house " } }));
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([{ VoidReason: "Wrong house" }]);
    const { PaymentReceiptID } = receipt;
    const readVoids = async (person: typeof admin, query = "") =>
      assertOk(await person.get(`${receiptVoids.path}${query}`)).body.data;
    expect(await readVoids(admin)).toEqual([{ PaymentReceiptID, By: "manager" }]);
    expect(await readVoids(ali, `?plot=${receipt.PlotID}`)).toEqual([{ PaymentReceiptID, By: "Office" }]);
    expect(await readVoids(sana)).toEqual([]);
  });

  test.each([undefined, {}, { Reason: "  " }, { Reason: null }])("a void with %j has no reason", async (body) => {
    const { admin } = await openShared();
    const { PaymentReceiptID } = await createReceipt(admin, { HouseNo: "A-1" });
    assertOk(await admin.send({ method: "DELETE", path: `/payment-receipt/${PaymentReceiptID}`, body }));
    const voided = await admin.list(paymentReceipt, "?voided=1");
    expect(voided.find((row) => row.PaymentReceiptID === PaymentReceiptID)).toMatchObject({ VoidReason: "" });
  });
});

describe("mails of changed receipts", () => {
  test("a mailed receipt is mailed again as a correction after a change, unless the change is undone before", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const sendAll = async () => {
      clock.advanceMinutes(1);
      assertOk(await sendPendingEmails(admin));
      await portal.sendMails();
    };
    await sendAll();
    const change = (values: object) => admin.put(path, { ...receipt, Version: undefined, ...values });
    assertOk(await change({ Remarks: "no money" }));
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
    assertOk(await change({ AmountPaid: 2400 }));
    const pendingReceipt = await readReceipt(admin, receipt);
    expect([pendingReceipt.IsEmailSent, pendingReceipt.MailedAs === ""]).toEqual([0, false]);
    expect((await admin.get("/payment-receipt")).body.msg).toBe("1 emails pending.");
    assertOk(await change({ AmountPaid: 2500 }));
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
    for (const HouseNo of ["A-1", receipt.HouseNo]) {
      assertOk(await change({ HouseNo }));
      const isOriginalHouse = HouseNo === receipt.HouseNo;
      expect((await readReceipt(admin, receipt)).IsEmailSent).toBe(Number(isOriginalHouse));
    }
    assertOk(await change({ PaymentDate: "2026-11-13" }));
    await sendAll();
    await sendAll();
    expect(smtp.received).toHaveLength(2);
    const [firstMail, correction] = smtp.accepted;
    expect(correction?.messageId).not.toBe(firstMail?.messageId);
    expect(firstMail?.text).not.toContain("replaces");
    expect(correction?.text).toContain("It was corrected and replaces the receipt R-1 that was sent earlier.");
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
  });

  test("a receipt that is changed while it is sent is mailed again as a correction, with one Message-ID for all retries", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    smtp.answerMessage = async (): Promise<"accepted"> => {
      assertOk(
        await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, {
          ...receipt,
          Version: undefined,
          AmountPaid: 9,
        }),
      );
      return "accepted";
    };
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect(await readReceipt(admin, receipt)).toMatchObject({ AmountPaid: 9, IsEmailSent: 0 });
    smtp.answerMessage = () => "451 Busy";
    clock.advanceMinutes(1);
    await sendPendingEmails(admin);
    await portal.sendMails();
    smtp.answerMessage = () => "accepted";
    clock.advanceMinutes(1);
    await portal.sendMails();
    const corrections = smtp.received.slice(1);
    expect(corrections.length).toBe(2);
    expect(new Set(corrections.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
  });
});
