import { createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { closeDrawer, openDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { fetchPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const today = "2026-11-15";
const cashReceiptForm = { HouseNo: "A-1", AmountPaid: 500, PaymentDate: today, PaymentMethod: "Cash" } as const;
const chequeReceiptForm = {
  ...cashReceiptForm,
  PaymentMethod: "Cheque",
  ChequeNo: "77",
  BankName: "HBL",
  ChequeDate: today,
} as const;

const closeDay = (person: Person, day = today) => person.post("/day-close", { Date: day });

describe("a day close", () => {
  test("a day close contains receipts by method, cheques, expenses and the count of each drawer", async () => {
    const { admin, manager, createExpense } = await openHarness();
    const managerDrawer = await openDrawer(manager);
    await createReceipt(manager, cashReceiptForm);
    await createReceipt(manager, { ...chequeReceiptForm, AmountPaid: 900 });
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 70, PaymentMethod: "Online" });
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 30 });
    const { PaymentReceiptID } = await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 999 });
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    await createExpense({ Amount: 200, IsPaid: 1, PaidOnDate: today, ExpenseTitle: "Bulbs" });
    assertOk(await closeDrawer(manager, managerDrawer, 1480));
    const sheet = parseRecord(dayClose, await closeDay(manager));
    expect(sheet).toMatchObject({
      Date: today,
      ClosedBy: "manager",
      ByMethod: { Cash: 530, Cheque: 900, Online: 70, "Bank Transfer": 0 },
      ReceiptCount: 4,
      Expenses: 200,
      Expected: 1500,
      Counted: 1480,
      Difference: -20,
      Drawers: [
        {
          Cashier: "manager",
          Float: 1000,
          Receipts: 500,
          Cheques: 900,
          Expected: 1500,
          Counted: 1480,
          Difference: -20,
        },
      ],
    });
    expect(sheet.Lines.map(({ Kind, No, Text, Amount }) => [Kind, No, Text, Amount])).toEqual([
      ["receipt", "R-2", "A-1, Ali, 77", 900],
      ["expense", "E-1", "Bulbs", -200],
    ]);
    expect(await admin.list(drawer)).toMatchObject([{ DayCloseID: sheet.DayCloseID }]);
  });

  test("later receipts and voids do not change a day close and are on the next sheet", async () => {
    const { admin, clock } = await openHarness();
    const voidedReceipt = await createReceipt(admin, cashReceiptForm);
    const sheet = parseRecord(dayClose, await closeDay(admin));
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 40 });
    assertOk(await admin.delete(`/payment-receipt/${voidedReceipt.PaymentReceiptID}`));
    clock.set("2026-11-16T18:00:00Z");
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 2 });
    // After midnight in Pakistan.
    clock.set("2026-11-16T19:30:00Z");
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 1 });
    const nextSheet = parseRecord(dayClose, await closeDay(admin, "2026-11-16"));
    expect(nextSheet).toMatchObject({ ByMethod: { Cash: -458 }, ReceiptCount: 2 });
    // Not new: the receipt itself is on the first sheet.
    expect(nextSheet.Lines).toMatchObject([{ No: "R-1", IsNew: 0, Amount: -500 }]);
    expect(parseRecord(dayClose, await closeDay(admin, "2026-11-17"))).toMatchObject({ ByMethod: { Cash: 1 } });
    const [firstSheet] = await admin.list(dayClose, "?year=2026");
    expect(firstSheet).toEqual(sheet);
  });

  test("the cash of a drawer that was handed over is counted once, and the differences of both drawers are added", async () => {
    const { admin, manager, portal } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    const ToUserID = (await manager.session()).user.UserID;
    const countForm = { Denominations: { "1": 990 }, DifferenceReason: "Ten rupees are missing" };
    assertOk(await admin.post(`/drawer/${adminDrawer.DrawerID}/handover`, { ToUserID, ...countForm }));
    await createReceipt(manager, cashReceiptForm);
    const managerDrawer = (await admin.list(drawer)).find(({ Cashier }) => Cashier === "manager");
    assertOk(await closeDrawer(manager, { DrawerID: managerDrawer?.DrawerID ?? 0 }, 1491));
    const sheet = parseRecord(dayClose, await closeDay(admin));
    expect(sheet).toMatchObject({ Expected: 1500, Counted: 1491, Difference: -9 });
    const { text } = await fetchPdf(portal.url(), admin, `/day-close/${sheet.DayCloseID}.pdf`);
    expect(text.replaceAll("\n", " ")).toContain(
      [
        "admin, handed over to manager 1,000.00 0.00 0.00 1,000.00 990.00 -10.00",
        "manager 990.00 500.00 0.00 1,490.00 1,491.00 1.00",
        "Less: cash handed over -990.00 -990.00 0.00",
        "Total 1,500.00 1,491.00 -9.00",
      ].join(" "),
    );
  });

  test("a day close is refused for a future day, a closed day or one before it, without permission, and while a drawer is open", async () => {
    const { admin, manager, clerk, revoke } = await openHarness();
    expect((await closeDay(admin, "2026-11-16")).body.errors).toEqual({ Date: "The date is in the future" });
    expect((await closeDay(admin, "")).status).toBe(400);
    expect((await closeDay(clerk)).status).toBe(403);
    await revoke({ role: "Manager", page: "/finance-management?tab=drawers", action: "Update" });
    expect((await closeDay(manager)).status).toBe(403);
    const managerDrawer = await openDrawer(manager);
    const refused = await closeDay(admin);
    expect([refused.status, refused.body.message]).toEqual([409, "Close these drawers first: manager"]);
    assertOk(await closeDay(admin, "2026-11-14"));
    assertOk(await closeDrawer(manager, managerDrawer, 1000));
    assertOk(await admin.post("/month-lock", { Month: 10, Year: 2026 }));
    // Also in a locked month, a day before a closed one is refused as closed.
    expect((await closeDay(admin, "2026-10-31")).body.code).toBe("day-already-closed");
    assertOk(await closeDay(admin));
    expect((await closeDay(admin)).body.message).toBe(
      "15/11/2026 is closed. What was recorded since then goes on the sheet of the next day.",
    );
    const earlierDay = await closeDay(admin, "2026-11-13");
    expect(earlierDay.body.code).toBe("day-already-closed");
    // Both later days are closed, and the message names one of them.
    expect(earlierDay.body.message).toMatch(/^1[45]\/11\/2026 is closed/);
  });

  test("a day close in a locked month is refused", async () => {
    const { admin } = await openHarness();
    assertOk(await admin.post("/month-lock", { Month: 10, Year: 2026 }));
    expect((await closeDay(admin, "2026-10-31")).body.code).toBe("month-locked");
  });

  test("the PDF of a day close contains the head of the anchors with a signature that the public keys verify", async () => {
    const { admin, ali, portal } = await openHarness();
    await createReceipt(admin, chequeReceiptForm);
    const sheet = parseRecord(dayClose, await closeDay(admin));
    const { DayCloseID } = sheet;
    const response = await admin.fetch(`/day-close/${DayCloseID}.pdf`);
    expect(response.headers.get("content-disposition")).toContain("day-close_2026-11-15.pdf");
    const text = (await fetchPdf(portal.url(), admin, `/day-close/${DayCloseID}.pdf`)).text.replaceAll(/\s/g, "");
    expect(sheet.ChainHead).toMatch(/^[0-9a-f]{64}$/);
    expect(text).toContain(sheet.ChainHead);
    const [, kid, signature = ""] = /Signature:([\w-]{8})\.([\w-]{86})/.exec(text) ?? [];
    const keys = assertOk(await admin.get("/keys")).body.keys as { kid: string; kty: string; crv: string; x: string }[];
    const { kty = "", crv = "", x = "" } = keys.find((key) => key.kid === kid) ?? {};
    const publicKey = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
    const signedText = Buffer.from(`day-close 2026-11-15 ${sheet.ChainHead}`);
    expect(verify(null, signedText, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
    const urduPdf = await fetchPdf(portal.url(), admin, `/day-close/${DayCloseID}.pdf?lang=ur`);
    expect(urduPdf.text).toMatch(/[\u0600-\u06FF\uFB50-\uFEFF]/);
    expect(urduPdf.text).not.toContain("Receipts in cash");
    expect((await admin.get(`/day-close/${DayCloseID}.pdf?lang=fr`)).status).toBe(400);
    expect((await ali.get(`/day-close/${DayCloseID}.pdf`)).status).toBe(403);
    expect((await admin.get("/day-close/99.pdf")).status).toBe(404);
  });
});

describe("concurrent day closes", () => {
  test("one of twenty concurrent closes on two servers succeeds, and each receipt is on exactly one sheet", async () => {
    const { admin, portal, clock } = await openHarness();
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    // Each amount is another bit of the sum, so that the two sums show which receipts they contain.
    const receipts = Array.from({ length: 12 }, (_, index) =>
      createReceipt(index % 2 === 0 ? admin : adminOnSecondServer, { ...cashReceiptForm, AmountPaid: 2 ** index }),
    );
    const closes = Array.from({ length: 20 }, (_, index) => closeDay(index % 2 === 0 ? admin : adminOnSecondServer));
    const replies = await Promise.all(closes);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await Promise.all(receipts);
    clock.set("2026-11-16T07:00:00Z");
    assertOk(await closeDay(admin, "2026-11-16"));
    const sheets = await admin.list(dayClose);
    expect(sheets).toHaveLength(2);
    const [firstSum = 0, secondSum = 0] = sheets.map(({ ByMethod }) => ByMethod.Cash);
    expect(firstSum + secondSum).toBe(2 ** 12 - 1);
    expect(firstSum & secondSum).toBe(0);
  });
});
