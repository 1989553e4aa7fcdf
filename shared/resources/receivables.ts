import { formatMonthYear, monthOf } from "../dates.ts";
import { chargedAmount } from "../domain/schedule.ts";
import { bit, day, integer, ref, rupees, text } from "../fields.ts";
import { defineResource, deriveFrom, join } from "../registry.ts";
import { paymentPlan } from "./payment-plan.ts";
import { paymentSchedule } from "./payment-schedule.ts";
import { plot } from "./plot.ts";

/** Receivables, computed from the installments: the charged amount, penalty included, in the month of the due date. */
export const receivables = defineResource({
  name: "receivables",
  idField: "ReceivableID",
  label: "Receivable",
  titleField: "MonthYear",
  page: {
    number: 15,
    path: "/finance-management?tab=received",
    title: "Received",
    icon: "banknote",
    screen: "receivables/ReceivablesScreen",
  },
  input: {},
  computed: {
    PlotID: ref(plot, "Plot"),
    PaymentPlanID: ref(paymentPlan, "Payment plan"),
    Month: integer({ min: 1, max: 12, message: "Month" }),
    Year: integer({ min: 1, message: "Year" }),
    /** MM/YYYY. */
    MonthYear: text("Month"),
    Amount: rupees("Amount"),
    IsPaid: bit(),
    PaidOnDate: day("Paid on").nullable(),
  },
  joins: {
    HouseNo: join("PlotID", plot, "HouseNo"),
    OwnerName: join("PlotID", plot, "OwnerName"),
    CategoryName: join("PlotID", plot, "CategoryName"),
  },
  ownerField: "PlotID",
  searchFields: ["HouseNo", "OwnerName"],
  filters: {
    year: { field: "Year", range: (year) => [year, year] },
    month: { field: "Month", range: (month) => [month, month] },
    plan: { field: "PaymentPlanID", range: (plan) => [plan, plan] },
    plot: { field: "PlotID", range: (plot) => [plot, plot] },
  },
  derivedFrom: deriveFrom(paymentSchedule, {
    fieldMap: {
      ReceivableID: "PaymentScheduleID",
      PlotID: "PlotID",
      PaymentPlanID: "PaymentPlanID",
      Month: "month",
      Year: "year",
      IsPaid: "IsPaid",
      PaidOnDate: "PaidDate",
    },
    toRow: (row) => {
      const { year, month } = monthOf(row.DueDate);
      return {
        ReceivableID: row.PaymentScheduleID,
        PlotID: row.PlotID,
        PaymentPlanID: row.PaymentPlanID,
        Month: month,
        Year: year,
        MonthYear: formatMonthYear({ year, month }),
        Amount: chargedAmount(row),
        IsPaid: row.IsPaid,
        PaidOnDate: row.PaidDate,
        Version: row.Version,
      };
    },
  }),
});
