import { expect, test } from "vitest";
import { account } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { checkRefusalTexts, postImport, runImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

/** A receipt register of an office, with title lines, amounts and dates in several formats and a total row. */
const receiptRegister = [
  "Gulshan Society,,,,",
  "Receipts 2026,,,,",
  "House #,Amount (Rs),Date,Mode,Remarks",
  'A-1,"2,500",12/02/2026,cash,paid at office',
  "a-1 ,Rs. 2500/-,05/01/2026,CHQ,chq no. 105186",
  "A-1,۱۰۰۰,12/02/2026,Online,",
  "A-2,2500,2026-01-03,Bank Transfer,",
  "A-2,2500,2026-01-03,Bank Transfer,",
  "Z-99,2500,03/01/2026,Cash,",
  "A-2,2500,31/02/2026,Cash,",
  'Total,"13,500",,,',
].join("\r\n");

test("imported receipts settle installments in order of payment date, are added once and are not mailed", async () => {
  const { admin, createSchedule, createPlot, society } = await openHarness();
  await createSchedule();
  assertOk(
    await admin.put(`/plot/${society.aliPlot.PlotID}`, {
      ...society.aliPlot,
      EmailID: "ali@example.org",
      Version: undefined,
    }),
  );
  await createPlot({ HouseNo: "A-77" });
  assertOk(await admin.post("/payment-receipt", { ...receiptForm, HouseNo: "A-77" }));
  const refused = [
    { row: 9, reason: "House Z-99 does not exist" },
    { row: 10, reason: "Payment date not recognised: 31/02/2026" },
  ];

  expect(await importWithTexts(admin, "receipts?dryRun=1", receiptRegister)).toEqual({
    added: 5,
    updated: 0,
    unchanged: 0,
    refused,
    alike: [],
    Preview: expect.any(String),
  });
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await importWithTexts(admin, "receipts", receiptRegister)).toEqual({
    added: 5,
    updated: 0,
    unchanged: 0,
    refused,
    alike: [],
  });

  const receipts = await admin.list(paymentReceipt, "?sort=ReceiptNo");
  expect(
    receipts.map(({ ReceiptNo, HouseNo, PaymentDate, AmountPaid }) => [ReceiptNo, HouseNo, PaymentDate, AmountPaid]),
  ).toEqual([
    [1, "A-77", "2026-11-14", 100],
    [2, society.sanaPlot.HouseNo, "2026-01-03", 2500],
    [3, society.sanaPlot.HouseNo, "2026-01-03", 2500],
    [4, "A-1", "2026-01-05", 2500],
    [5, "A-1", "2026-02-12", 2500],
    [6, "A-1", "2026-02-12", 1000],
  ]);
  const rows = await admin.list(paymentSchedule, `?PlotID=${society.aliPlot.PlotID}&sort=DueDate`);
  expect(rows.slice(0, 4).map(({ AmountReceived, PaidDate }) => [AmountReceived, PaidDate])).toEqual([
    [2500, "2026-01-05"],
    [2500, "2026-02-12"],
    [1000, null],
    [0, null],
  ]);
  expect((await admin.post("/payment-receipt/send-emails")).body.msg).toBe("All emails already sent.");

  assertOk(await admin.delete(`/payment-receipt/${receipts.at(-1)?.PaymentReceiptID}`));
  expect(
    await importWithTexts(admin, "receipts", `${receiptRegister}\r\nA-2,2500,03/01/2026,bank,third`),
  ).toMatchObject({
    added: 1,
    unchanged: 5,
  });
  expect((await admin.list(paymentReceipt)).map(({ ReceiptNo }) => ReceiptNo).toSorted()).toEqual([1, 2, 3, 4, 5, 7]);
});

test("an import refuses receipts without the payment details that the society requires, and its preview lists them", async () => {
  const { admin } = await openHarness();
  const sheet = (rows: string[]) =>
    ["House,Amount,Date,Method,Bank,Reference,Cheque No,Cheque Date", ...rows].join("\r\n");
  const earlierRow = "A-1,100,14/11/2026,Online,,,,";
  await importWithTexts(admin, "receipts", sheet([earlierRow]));
  assertOk(await admin.put("/society", { Name: "S", Limits: { RequirePaymentDetails: true } }));
  const rows = [
    earlierRow,
    "A-1,200,14/11/2026,Cash,,,,",
    "A-1,300,14/11/2026,Cheque,HBL,,,",
    "A-1,400,14/11/2026,Cheque,HBL,,105186,10/11/2026",
    "A-1,500,14/11/2026,Bank Transfer,,,,",
  ];
  const refused = [
    { row: 4, reason: "Cheque number is required; Cheque date is required" },
    { row: 6, reason: "Bank is required; Reference is required" },
  ];
  for (const query of ["receipts?dryRun=1", "receipts"])
    expect(await importWithTexts(admin, query, sheet(rows))).toMatchObject({ added: 2, unchanged: 1, refused });
  expect((await admin.list(paymentReceipt)).map(({ AmountPaid }) => AmountPaid).sort()).toEqual([100, 200, 400]);
});

test("an import refuses payment dates in the future or before 2000, and reads payment details", async () => {
  const { admin } = await openHarness();
  const sheet = [
    "House,Amount,Date,Method,Bank,Reference,Cheque No,Cheque Date",
    "A-1,1,16/11/2026,Cash,,,,",
    "A-1,1,31/12/1999,Cash,,,,",
    "A-1,1,01/11/2026,Bank,Meezan,TX-9,,",
    "A-1,2,02/11/2026,Cheque,HBL,,105186,05/11/2026",
  ].join("\n");
  const { added, refused } = await runImport(admin, "receipts", sheet);
  expect([added, refused.map(({ row, reasons }) => [row, reasons[0]?.code])]).toEqual([
    2,
    [
      [2, "payment-date-out-of-range"],
      [3, "payment-date-out-of-range"],
    ],
  ]);
  expect(await admin.list(paymentReceipt, "?sort=ReceiptNo")).toMatchObject([
    { Reference: "TX-9", BankName: "Meezan" },
    { ChequeNo: "105186", BankName: "HBL", ChequeDate: "2026-11-05" },
  ]);
});

test("imported opening balances are due on their day, negative ones are credit, and a second import adds none again", async () => {
  const { admin, createSchedule, society } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
  const sheet = [
    "House No,Opening Balance,As of,Reason",
    'A-1,"Rs. 4,000.50/-",31/10/2026,Arrears of 2025',
    'A-2,"(1,500)",2026-10-31,',
    "A-2,10,31/10/2026,",
    "A-1,-200,16/11/2026,",
    "Z-99,10,31/10/2026,",
    "A-1,10,,",
    "A-1,0,30/09/2026,",
    "Total,4000,,",
  ].join("\n");
  const refused = [
    { row: 4, reason: "House A-2 is already in row 3" },
    { row: 5, reason: "The date is in the future" },
    { row: 6, reason: "House Z-99 does not exist" },
    { row: 7, reason: "As of is required" },
  ];
  const outcome = { added: 2, updated: 0, unchanged: 1, refused, alike: [] };
  expect(await importWithTexts(admin, "opening-balances?dryRun=1", sheet)).toMatchObject(outcome);
  expect(await admin.list(adjustment)).toEqual([]);
  expect(await importWithTexts(admin, "opening-balances", sheet)).toEqual(outcome);
  expect(await admin.list(adjustment)).toMatchObject([
    {
      AdjustmentNo: 1,
      Kind: "opening",
      HouseNo: "A-1",
      Amount: 4000.5,
      DueDate: "2026-10-31",
      Reason: "Arrears of 2025",
    },
    {
      AdjustmentNo: 2,
      Kind: "opening",
      HouseNo: society.sanaPlot.HouseNo,
      Amount: -1500,
      Allocations: [{ Amount: 1500 }],
    },
  ]);
  expect(await importWithTexts(admin, "opening-balances", sheet)).toEqual({ ...outcome, added: 0, unchanged: 3 });
  expect(await importWithTexts(admin, "opening-balances", "Plot,Balance,As on\nA-1,500,31/10/2026\n")).toMatchObject({
    added: 0,
    refused: [{ reason: "The house has the opening balance ADJ-1 of that day with another amount" }],
  });
  const urduSheet = "مکان نمبر,بقایا,بتاریخ\nA-1,۱۰۰,2026-09-30\n";
  expect(await importWithTexts(admin, "opening-balances", urduSheet)).toMatchObject({ added: 1, refused: [] });
});

test("the import recognises a receipt by the receipt number of the office and refuses a row with other values for that number", async () => {
  const { admin } = await openHarness();
  const sheet = (amount: number) => `Receipt No,House,Amount,Date,Method\n114,A-1,${amount},3/1/2026,Cash\n`;
  expect(await importWithTexts(admin, "receipts", sheet(100))).toMatchObject({ added: 1 });
  expect(await importWithTexts(admin, "receipts", sheet(100))).toMatchObject({ added: 0, unchanged: 1, refused: [] });
  expect(await importWithTexts(admin, "receipts", sheet(200))).toMatchObject({
    added: 0,
    unchanged: 0,
    refused: [{ row: 2, reason: "Receipt number 114 was imported before with different values" }],
  });
  expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 100, ReceiptNo: 1 }]);
});

test("only the import can set the import key of a receipt or expense", async () => {
  const { admin, createExpense } = await openHarness();
  const savedReceipt = assertOk(await admin.post("/payment-receipt", { ...receiptForm, ImportKey: "No 1" })).body.data;
  expect(savedReceipt).toMatchObject({ ImportKey: "" });
  const expense = await createExpense();
  const savedExpense = assertOk(await admin.put("/expenses", { ...expense, ImportKey: "No 1" })).body.data;
  expect(savedExpense).toMatchObject({ ImportKey: "" });
  expect(
    await importWithTexts(admin, "expenses", "Ref,Type,Title,Month,Amount\n1,Office,Tea,11/2026,500\n"),
  ).toMatchObject({
    added: 1,
  });
  const tea = (await admin.list(expenses)).find(({ ExpenseTitle }) => ExpenseTitle === "Tea");
  assertOk(await admin.put("/expenses", { ...tea, Description: "green", ImportKey: "" }));
  expect(
    await importWithTexts(admin, "expenses", "Ref,Type,Title,Month,Amount\n1,Office,Tea,11/2026,500\n"),
  ).toMatchObject({
    unchanged: 1,
  });
});

test("the import adds an expense once and marks it paid when a later sheet contains its payment date", async () => {
  const { admin } = await openHarness();
  const sheet = (paidOn: string) =>
    `Expense Type,Title,Description,Month,Year,Amount,Paid On\nSecurity,Guards' wages,,01,2026,244500,24/01/2026\nOffice,"Stationery, internet",,Jan,2026,8500,${paidOn}\n`;
  expect(await importWithTexts(admin, "expenses", sheet(""))).toEqual({
    added: 2,
    updated: 0,
    unchanged: 0,
    refused: [],
    alike: [],
  });
  expect(await importWithTexts(admin, "expenses", sheet("05/02/2026"))).toEqual({
    added: 0,
    updated: 1,
    unchanged: 1,
    refused: [],
    alike: [],
  });
  expect(await importWithTexts(admin, "expenses", sheet(""))).toEqual({
    added: 0,
    updated: 0,
    unchanged: 2,
    refused: [],
    alike: [],
  });
  expect(await admin.list(expenses, "?sort=Amount")).toMatchObject([
    { ExpenseTitle: "Stationery, internet", Month: "01", Amount: 8500, IsPaid: 1, PaidOnDate: "2026-02-05" },
    { Amount: 244_500, IsPaid: 1, PaidOnDate: "2026-01-24" },
  ]);
});

test("the import refuses an expense whose voucher number was imported for another month, and marks neither as paid", async () => {
  const { admin } = await openHarness();
  const sheet = (month: string, paidOn: string) =>
    `Voucher No,Type,Title,Month,Amount,Paid On\n1,Security,Guards,${month},90000,${paidOn}\n`;
  expect(await importWithTexts(admin, "expenses", sheet("01/2025", ""))).toMatchObject({ added: 1 });
  const refused = [{ row: 2, reason: "Voucher number 1 was imported before with different values" }];
  for (const month of ["01/2026", "02/2025"])
    for (const paidOn of ["05/01/2026", ""])
      expect(await importWithTexts(admin, "expenses", sheet(month, paidOn))).toMatchObject({
        added: 0,
        updated: 0,
        unchanged: 0,
        refused,
      });
  expect(await admin.list(expenses)).toMatchObject([{ Year: "2025", Month: "01", IsPaid: 0 }]);
  expect(await importWithTexts(admin, "expenses", sheet("01/2025", "05/01/2026"))).toMatchObject({ updated: 1 });
  expect(await importWithTexts(admin, "expenses", sheet("01/2026", "05/01/2026"))).toMatchObject({ refused });
});

test("the import does not mark an expense as paid from an account that has become inactive", async () => {
  const { admin } = await openHarness();
  const sheet = (paidOn: string) => `Expense Type,Title,Month,Year,Amount,Paid On\nOffice,Tea,11,2026,500,${paidOn}\n`;
  expect(await importWithTexts(admin, "expenses", sheet(""))).toMatchObject({ added: 1 });
  const form = { AccountName: "Old bank", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-11-01" };
  const bank = parseRecord(account, await admin.post("/account", form));
  const [tea] = await admin.list(expenses);
  assertOk(await admin.put(`/expenses/${tea?.ExpenseID}`, { ...tea, AccountID: bank.AccountID }));
  assertOk(await admin.put(`/account/${bank.AccountID}`, { ...bank, IsActive: false }));
  const refused = [{ row: 2, reason: "Account Old bank is not active" }];
  for (const path of ["expenses?dryRun=1", "expenses"])
    expect(await importWithTexts(admin, path, sheet("15/11/2026"))).toMatchObject({ updated: 0, refused });
  expect(await importWithTexts(admin, "expenses", sheet(""))).toMatchObject({ unchanged: 1, refused: [] });
  expect(await admin.list(expenses)).toMatchObject([{ ExpenseTitle: "Tea", IsPaid: 0 }]);
});

test("the import refuses expenses that were paid in the future", async () => {
  const { admin } = await openHarness();
  const sheet = (paidOn: string) => `Expense Type,Title,Month,Year,Amount,Paid On\nOffice,Tea,11,2026,500,${paidOn}\n`;
  const refused = [{ row: 2, reason: "The date is in the future" }];
  for (const path of ["expenses?dryRun=1", "expenses"])
    expect(await importWithTexts(admin, path, sheet("16/11/2026"))).toMatchObject({ added: 0, refused });
  const decemberSheet = "Type,Title,Month,Year,Amount,Paid\nOffice,Tea,12,2026,500,yes\n";
  for (const path of ["expenses?dryRun=1", "expenses"])
    expect(await importWithTexts(admin, path, decemberSheet)).toMatchObject({ added: 0, refused });
  expect(await importWithTexts(admin, "expenses", sheet(""))).toMatchObject({ added: 1, refused: [] });
  expect(await importWithTexts(admin, "expenses", sheet("16/11/2026"))).toMatchObject({ updated: 0, refused });
  expect(await admin.list(expenses)).toMatchObject([{ ExpenseTitle: "Tea", IsPaid: 0, PaidOnDate: null }]);
});

test("the column preview lists columns, title row, first rows and required fields, and the import uses the columns chosen by the user", async () => {
  const { admin } = await openHarness();
  const sheet = "Register\nGhar,Paisa,Date,Kaise\nA-1,100,3/1/2026,Cash\n";
  const { body } = assertOk(await postImport(admin, "receipts/columns", sheet));
  expect(body.data).toMatchObject({
    rows: 3,
    columns: 4,
    titles: 2,
    guess: { PaymentDate: 3 },
    first: [{ row: 1 }, { row: 2, cells: ["Ghar", "Paisa", "Date", "Kaise"] }, { row: 3 }],
  });
  expect(body.data).toHaveProperty("fields[1]", { name: "AmountPaid", label: "Amount", required: true });
  const chosenColumns = "columns=HouseNo:1,AmountPaid:2,PaymentDate:3,PaymentMethod:4&titles=2";
  const invalidQueries = ["", "columns=HouseNo:1&titles=2", "columns=PlotID:1", "columns=HouseNo:0", "titles=x"];
  for (const query of invalidQueries) expect((await postImport(admin, `receipts?${query}`, sheet)).status).toBe(400);
  expect(await admin.list(paymentReceipt)).toEqual([]);
  expect(await importWithTexts(admin, `receipts?${chosenColumns}`, sheet)).toMatchObject({ added: 1, refused: [] });
});

test("the import matches a house number regardless of its spaces", async () => {
  const { admin, createPlot } = await openHarness();
  const { HouseNo } = await createPlot({ HouseNo: "K  7" });
  const sheet = `House No,Category,Type,Floor,Owner\n${HouseNo},A,Residential,Ground,Another Owner\n`;
  expect(await importWithTexts(admin, "plots", sheet)).toEqual({ added: 0, updated: 1, unchanged: 0, refused: [] });
});

const receiptForm = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };

/** Imports a CSV file; returns the outcome without `ImportBatchID` and with one English text for each refused row. */
async function importWithTexts(person: Person, path: string, body: string) {
  const { ImportBatchID: _, ...outcome } = await runImport(person, path, body);
  return { ...outcome, refused: checkRefusalTexts(outcome.refused) };
}
