import { describe, expect, test } from "vitest";
import { changeReceipt } from "../../server/features/payment-receipt/change-receipt.ts";
import { parseBody } from "../../server/http/request.ts";
import type { InputOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness, shareHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
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
