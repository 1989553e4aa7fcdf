import { expect, test } from "vitest";
import { defaultRate } from "../harness/builders.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";

const { admin, society } = await openSharedHarness();
const maxRupees = 1_000_000_000;
const rateForm = {
  ...defaultRate(society),
  IsPenaltyApply: true,
  GracePeriodDays: 5,
  PenaltyAmount: maxRupees,
  FloorRate: maxRupees,
};
const expenseForm = { ExpenseType: "Office", ExpenseTitle: "Tea", Month: "11", Year: "2026", Amount: maxRupees };
const receiptForm = { HouseNo: "A-1", AmountPaid: maxRupees, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
const chargeForm = {
  PlotID: society.aliPlot.PlotID,
  Kind: "charge",
  Amount: maxRupees,
  Date: "2026-11-01",
  Reason: "sample",
};

test.each([
  ["/service-rate", rateForm, "FloorRate", maxRupees],
  ["/service-rate", rateForm, "PenaltyAmount", maxRupees],
  ["/expenses", expenseForm, "Amount", maxRupees],
  ["/payment-receipt", receiptForm, "AmountPaid", maxRupees],
  ["/adjustment", chargeForm, "Amount", maxRupees],
  ["/adjustment", { ...chargeForm, Kind: "opening" }, "Amount", -maxRupees],
] as const)(
  "case %$: %s accepts the largest amount and refuses a paisa more with an error at the field",
  async (path, body, field, bound) => {
    const tooMuch = bound + Math.sign(bound) * 0.01;
    const refusal = await admin.post(path, { ...body, [field]: tooMuch });
    expect([refusal.status, refusal.body.errors]).toEqual([400, { [field]: "Amount is too large" }]);
    const reply = await admin.post(path, { ...body, [field]: bound });
    // The second rate is refused only because the first case has added one for the same months: its amount is valid.
    expect([reply.status, reply.body.code]).toEqual(
      path === "/service-rate" && field === "PenaltyAmount" ? [409, "rate-overlap"] : [200, expect.any(String)],
    );
  },
);

test("an import refuses rows with more than the largest amount", async () => {
  const body = "House,Amount,Date,Method\nA-1,1000000000.01,14/11/2026,Cash\nA-1,1000000000,14/11/2026,Online\n";
  expect(await runImport(admin, "receipts?alike=add", body)).toMatchObject({ added: 1, refused: [{ row: 2 }] });
});
