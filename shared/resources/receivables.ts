import { formatMonthYear, monthOf } from "../dates.ts";
import { deriveFrom } from "../derivation.ts";
import { chargeItemIdOffset, toChargeItem } from "../domain/adjustments.ts";
import { equalTo } from "../domain/list-filters.ts";
import { chargedAmount, type DatedItem } from "../domain/schedule.ts";
import { isCountableInstallment } from "../domain/totals.ts";
import { bit, day, integer, oneOf, ref, rupees, text } from "../fields.ts";
import { zero } from "../money.ts";
import { defineResource } from "../registry.ts";
import { adjustment } from "./adjustment.ts";
import { paymentPlan } from "./payment-plan.ts";
import { type Installment, paymentSchedule } from "./payment-schedule.ts";
import { plot, plotJoins } from "./plot.ts";

/**
 * Receivables, computed from the installments, charges and opening balances: the charged amount after waivers, penalty
 * included, and its received part, in the month of the due date.
 */
export const receivables = defineResource({
  name: "receivables",
  idField: "ReceivableID",
  label: "Receivable",
  titleField: "MonthYear",
  page: {
    id: 15,
    path: "/finance-management?tab=received",
    title: "Received",
    icon: "banknote",
    screen: "receivables/ReceivablesScreen",
  },
  input: {},
  serverFields: {
    PlotID: ref(plot, "Plot"),
    /** Null for charges and opening balances. */
    PaymentPlanID: ref(paymentPlan, "Payment plan").nullable(),
    Kind: oneOf(["installment", "charge", "opening"], "Kind"),
    /** The id of a charge or opening balance; null for installments. */
    AdjustmentID: integer({ min: 1, message: "Adjustment" }).nullable(),
    Month: integer({ min: 1, max: 12, message: "Month" }),
    Year: integer({ min: 1, message: "Year" }),
    /** MM/YYYY. */
    MonthYear: text("Month"),
    DueDate: day("Due date"),
    Amount: rupees("Amount"),
    Received: rupees("Received"),
    IsPaid: bit(),
    PaidOnDate: day("Paid on").nullable(),
  },
  joins: plotJoins,
  plotField: "PlotID",
  ownershipDateField: "DueDate",
  searchFields: ["HouseNo", "OwnerName"],
  filters: {
    year: equalTo("Year"),
    month: equalTo("Month"),
    plan: equalTo("PaymentPlanID"),
    plot: equalTo("PlotID"),
  },
  monthLock: false,
  derivedFrom: [
    deriveFrom(paymentSchedule, {
      fieldMap: {
        ReceivableID: "PaymentScheduleID",
        PlotID: "PlotID",
        PaymentPlanID: "PaymentPlanID",
        Month: "month",
        Year: "year",
        DueDate: "DueDate",
        IsPaid: "IsPaid",
        PaidOnDate: "PaidDate",
      },
      // A row that was written directly to the database can lack its due date. It belongs to no month.
      conditions: { DueDate: true },
      constants: { Kind: "installment", AdjustmentID: null },
      // Explicit fields: spreading a row is slow for the tens of thousands of rows of a generation.
      toRow: (row) => {
        const { PaymentPlanID, Version } = row;
        return toReceivable(row, { PaymentPlanID, Kind: "installment", AdjustmentID: null, Version });
      },
    }),
    deriveFrom(adjustment, {
      idOffset: chargeItemIdOffset,
      // An opening balance below 0 is credit and has no due date.
      conditions: { Kind: ["charge", "opening"], DueDate: true, VoidedAt: false },
      fieldMap: {
        ReceivableID: "AdjustmentID",
        PlotID: "PlotID",
        Month: "dueMonth",
        Year: "dueYear",
        DueDate: "DueDate",
        month: "dueMonth",
        year: "dueYear",
        IsPaid: "IsPaid",
        PaidOnDate: "PaidDate",
        Kind: "Kind",
        AdjustmentID: "AdjustmentID",
      },
      constants: { PaymentPlanID: null },
      toRow: (row) =>
        toReceivable(toChargeItem(row), {
          PaymentPlanID: null,
          Kind: row.Kind === "opening" ? "opening" : "charge",
          AdjustmentID: row.AdjustmentID,
          Version: row.Version,
        }),
    }),
  ],
});

type Item = Pick<Installment, "PaymentScheduleID" | "PlotID" | "IsPaid" | "PaidDate"> & DatedItem;

interface ItemOrigin {
  PaymentPlanID: number | null;
  Kind: "installment" | "charge" | "opening";
  AdjustmentID: number | null;
  Version: number;
}

function toReceivable(item: Item, { PaymentPlanID, Kind, AdjustmentID, Version }: ItemOrigin) {
  const { year, month } = monthOf(item.DueDate);
  // Rows with invalid values are not counted in the totals. Here they get the amounts 0, so that the list adds up to
  // the totals.
  const isCounted = isCountableInstallment(item);
  return {
    ReceivableID: item.PaymentScheduleID,
    PlotID: item.PlotID,
    PaymentPlanID,
    Kind,
    AdjustmentID,
    Month: month,
    Year: year,
    MonthYear: formatMonthYear({ year, month }),
    DueDate: item.DueDate,
    Amount: isCounted ? chargedAmount(item) : zero,
    Received: isCounted ? item.AmountReceived : zero,
    IsPaid: item.IsPaid,
    PaidOnDate: item.PaidDate,
    Version,
  };
}
