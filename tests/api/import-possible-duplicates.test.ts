import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import { assertOk } from "../harness/reply.ts";

const rows = ["A-1,2500,05/01/2026,Cash", "A-1,2500,05/01/2026,Cash", "A-2,1000,12/02/2026,Cheque"];
const receiptsWithoutNumbers = ["House,Amount,Date,Method", ...rows].join("\n");
const receiptsWithNumbers = [
  "House,Amount,Date,Method,Receipt No",
  ...rows.map((row, index) => `${row},${101 + index}`),
].join("\n");

test.each([
  ["without and then with receipt numbers", receiptsWithoutNumbers, receiptsWithNumbers],
  ["with and then without receipt numbers", receiptsWithNumbers, receiptsWithoutNumbers],
])("a sheet of receipts that is imported first %s adds its receipts once", async (_description, first, second) => {
  const { admin } = await openHarness();
  expect(await runImport(admin, "receipts", first)).toMatchObject({ added: 3, alike: [] });
  const ids = (await admin.list(paymentReceipt, "?sort=ReceiptNo")).map(({ PaymentReceiptID }) => PaymentReceiptID);
  const alike = ids.map((id, index) => ({ row: index + 2, id, name: `R-${index + 1}`, deleted: false }));
  for (const path of ["receipts?dryRun=1", "receipts", "receipts?alike=skip"])
    expect(await runImport(admin, path, second)).toMatchObject({ added: 0, unchanged: 0, refused: [], alike });
  expect(await admin.list(paymentReceipt)).toHaveLength(3);
  expect(await runImport(admin, "receipts?alike=add&dryRun=1", second)).toMatchObject({ added: 3, alike });
  expect(await runImport(admin, "receipts?alike=add", second)).toMatchObject({ added: 3, alike });
  expect(await runImport(admin, "receipts", second)).toMatchObject({ added: 0, unchanged: 3, alike: [] });
  expect(await admin.list(paymentReceipt)).toHaveLength(6);
});

test("the portal's own list of receipts adds no receipt that was imported with the office's number", async () => {
  const { admin } = await openHarness();
  await runImport(admin, "receipts", receiptsWithNumbers);
  const ownList = receiptsWithNumbers.replaceAll(/,10(\d)$/gm, ",R-$1");
  const { added, alike } = await runImport(admin, "receipts", ownList);
  expect([added, alike?.map(({ row, name }) => [row, name])]).toEqual([
    0,
    [
      [2, "R-1"],
      [3, "R-2"],
      [4, "R-3"],
    ],
  ]);
});

test("a row that repeats a manual receipt or its cheque is reported, but equal rows with other receipt numbers are not", async () => {
  const { admin } = await openHarness();
  const manualReceipt = { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-01-05", PaymentMethod: "Cheque" };
  assertOk(await admin.post("/payment-receipt", { ...manualReceipt, ChequeNo: "105186", BankName: "HBL" }));
  const sheet = "House,Amount,Date,Method,Receipt No,Cheque No,Bank\nA-1,2500,07/01/2026,chq,7,105186,hbl\n";
  expect(await runImport(admin, "receipts", sheet)).toMatchObject({ added: 0, alike: [{ row: 2, id: 1 }] });
  const sheetWithoutNumbers = "House,Amount,Date,Method\na-1,2500,05/01/2026,chq\nA-1,2500,05/01/2026,chq\n";
  expect(await runImport(admin, "receipts", sheetWithoutNumbers)).toMatchObject({
    added: 1,
    alike: [{ row: 2, id: 1 }],
  });
  expect(await runImport(admin, "receipts", receiptsWithNumbers)).toMatchObject({ added: 3, alike: [] });
  const otherNumbers = receiptsWithNumbers.replaceAll(/,10(\d)/g, ",20$1");
  expect(await runImport(admin, "receipts", otherNumbers)).toMatchObject({ added: 3, alike: [] });
});

test("a row with the reference of another row of the sheet is reported, and added only on request", async () => {
  const { admin } = await openHarness();
  const sheet = (...rows: string[]) => ["House,Amount,Date,Method,Bank,Reference,Receipt No", ...rows].join("\n");
  const first = "A-1,2500,10/11/2026,Bank Transfer,HBL,TX-9,101";
  const repeated = "A-1,2500,11/11/2026,Bank Transfer,HBL,tx-9,102";
  const others = ["A-1,2500,11/11/2026,Bank Transfer,HBL,TX-8,103", "A-1,900,11/11/2026,Bank Transfer,HBL,TX-9,104"];
  const alike = [{ row: 3, id: null, name: "2", deleted: false }];
  for (const path of ["receipts?dryRun=1", "receipts"])
    expect(await runImport(admin, path, sheet(first, repeated, ...others))).toMatchObject({ added: 3, alike });
  expect(await runImport(admin, "receipts", sheet(first, repeated))).toMatchObject({ added: 0, unchanged: 1, alike });
  // The row of the receipt is below the row that repeats it.
  expect(await runImport(admin, "receipts", sheet(repeated, first))).toMatchObject({
    added: 0,
    alike: [{ row: 2, id: null, name: "3", deleted: false }],
  });
  expect(await runImport(admin, "receipts", sheet(repeated, repeated.replace("102", "105")))).toMatchObject({
    added: 0,
    alike: [{ row: 2, id: 1, name: "R-1", deleted: false }, ...alike],
  });
  expect(await runImport(admin, "receipts?alike=add", sheet(first, repeated))).toMatchObject({ added: 1, alike });
  expect(await admin.list(paymentReceipt)).toHaveLength(4);
});

test.each([
  ["the same sheet", (sheet: string) => sheet],
  [
    "the sheet with voucher numbers",
    (sheet: string) => sheet.replace("Amount", "Amount,Voucher No").replace(/500$/m, "500,V-1"),
  ],
])("an expense that a user has deleted is not added again by %s", async (_description, changeSheet) => {
  const { admin } = await openHarness();
  const sheet = "Type,Title,Month,Amount\nOffice,Tea,11/2026,500\n";
  expect(await runImport(admin, "expenses", sheet)).toMatchObject({ added: 1, alike: [] });
  const [tea] = await admin.list(expenses);
  assertOk(await admin.delete(`/expenses/${tea?.ExpenseID}`));
  const repeatedSheet = changeSheet(sheet);
  const alike = [{ row: 2, id: tea?.ExpenseID, name: "Tea", deleted: true }];
  for (const path of ["expenses?dryRun=1", "expenses"])
    expect(await runImport(admin, path, repeatedSheet)).toMatchObject({ added: 0, alike });
  expect(await admin.list(expenses)).toEqual([]);
  expect(await runImport(admin, "expenses?alike=add", repeatedSheet)).toMatchObject({ added: 1, alike });
  expect(await runImport(admin, "expenses", repeatedSheet)).toMatchObject({ added: 0, unchanged: 1, alike: [] });
});

test("a sheet row that repeats a manual expense is reported and not added", async () => {
  const { admin, createExpense } = await openHarness();
  const { ExpenseID } = await createExpense();
  const sheet =
    "Type,Title,Month,Amount,Voucher No\nSecurity,Guards,11/2026,90000,V-1\nSecurity,Guards,11/2026,90000,V-2\n";
  expect(await runImport(admin, "expenses", sheet)).toMatchObject({ added: 1, alike: [{ row: 2, id: ExpenseID }] });
});

test("an opening balance equal to one of another day or to a voided one is reported, and added only on request", async () => {
  const { admin } = await openHarness();
  const sheet = (...rows: string[]) => ["House,Amount,As of", ...rows].join("\n");
  const firstSheet = sheet("A-1,4000,31/10/2026", "A-2,900,31/10/2026");
  expect(await runImport(admin, "opening-balances", firstSheet)).toMatchObject({ added: 2, alike: [] });
  assertOk(await admin.post("/adjustment/2/void", { Reason: "Paid long ago" }));
  const secondSheet = sheet("a-1,4000,01/11/2026", "A-2,900,31/10/2026", "A-2,950,30/09/2026");
  const alike = [
    { row: 2, id: 1, name: "ADJ-1", deleted: false },
    { row: 3, id: 2, name: "ADJ-2", deleted: true },
  ];
  for (const path of ["opening-balances?dryRun=1", "opening-balances"])
    expect(await runImport(admin, path, secondSheet)).toMatchObject({ added: 1, alike });
  expect(await runImport(admin, "opening-balances", secondSheet)).toMatchObject({ added: 0, unchanged: 1, alike });
  expect(await runImport(admin, "opening-balances?alike=add", secondSheet)).toMatchObject({
    added: 2,
    unchanged: 1,
    alike,
  });
  expect(await runImport(admin, "opening-balances", secondSheet)).toMatchObject({ added: 0, unchanged: 3, alike: [] });
  expect(await runImport(admin, "opening-balances", firstSheet)).toMatchObject({ added: 0, unchanged: 2, alike: [] });
});
