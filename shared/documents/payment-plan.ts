import { type Day, formatDay, formatMonthYear, MONTH_NAMES, monthOf } from "../dates.ts";
import { isPayable } from "../domain/installments.ts";
import { formatAmount } from "../money.ts";
import { type DocumentTable, dash } from "./document-table.ts";
import { type DocumentTranslate, english } from "./locale.ts";

/** A payment plan with all that belongs to it, as `payment-plan-full` gives it; amounts in rupees. */
export interface PlanDocument {
  readonly PaymentPlan: { readonly PaymentPlanName: string; readonly Description: string };
  readonly Installments: readonly {
    /** Negative for the total row of a year. */
    readonly InstallmentNumber: number;
    readonly DueDate: Day;
    readonly TotalAmount: number;
    readonly Percentage: number;
  }[];
  readonly ServiceRates: readonly {
    readonly TypeName: string;
    readonly CategoryName: string;
    readonly Floor: string;
    readonly FloorRate: number;
    readonly StartMonth: number;
    readonly StartYear: number;
    readonly EndMonth: number;
    readonly EndYear: number;
    readonly DueOnDay: number;
    readonly IsPenaltyApply: boolean;
    readonly GracePeriodDays: number;
    readonly PenaltyAmount: number;
  }[];
  readonly Plots: readonly { readonly HouseNo: string; readonly OwnerName: string }[];
}

/** `plan_Residential A Ground 01-2026-12-2026.pdf`; signs that no file system takes are left out. */
export function planFileName({ PaymentPlan }: PlanDocument): string {
  return `plan_${PaymentPlan.PaymentPlanName.replace(/[^\p{L}\p{N} -]+/gu, "-")}.pdf`;
}

export function installmentTable({ Installments }: PlanDocument, say: DocumentTranslate = english.t): DocumentTable {
  return {
    columns: [
      { title: "#", widthShare: 1 },
      { title: say("Month"), widthShare: 2 },
      { title: say("Due date"), widthShare: 2 },
      { title: say("Amount, Rs"), widthShare: 2, isNumeric: true },
      { title: say("Percentage"), widthShare: 1.5, isNumeric: true },
    ],
    rows: Installments.map((row) => {
      const sums = [formatAmount(row.TotalAmount), `${row.Percentage.toFixed(2)}%`];
      const total = say("Total {year}", { year: -row.InstallmentNumber });
      if (!isPayable(row)) return { cells: ["", total, "", ...sums], isTotal: true };
      const month = say(`${MONTH_NAMES[monthOf(row.DueDate).month - 1]}`);
      return { cells: [String(row.InstallmentNumber), month, formatDay(row.DueDate), ...sums] };
    }),
  };
}

export function rateTable({ ServiceRates }: PlanDocument, say: DocumentTranslate = english.t): DocumentTable {
  return {
    columns: [
      { title: say("Type, category, floor"), widthShare: 3 },
      { title: say("Period"), widthShare: 2.4 },
      { title: say("Due day"), widthShare: 1, isNumeric: true },
      { title: say("Rate, Rs"), widthShare: 1.6, isNumeric: true },
      { title: say("Penalty, Rs"), widthShare: 1.6, isNumeric: true },
      { title: say("Grace days"), widthShare: 1.3, isNumeric: true },
    ],
    rows: ServiceRates.map((rate) => ({
      cells: [
        `${rate.TypeName}, ${rate.CategoryName}, ${rate.Floor}`,
        [
          formatMonthYear({ year: rate.StartYear, month: rate.StartMonth }),
          formatMonthYear({ year: rate.EndYear, month: rate.EndMonth }),
        ].join(" – "),
        String(rate.DueOnDay),
        formatAmount(rate.FloorRate),
        rate.IsPenaltyApply ? formatAmount(rate.PenaltyAmount) : dash,
        rate.IsPenaltyApply ? String(rate.GracePeriodDays) : dash,
      ],
    })),
  };
}

/** The houses down the left half, then down the right one, in the order of their numbers. */
export function plotTable({ Plots }: PlanDocument, say: DocumentTranslate = english.t): DocumentTable {
  const ordered = Plots.toSorted((a, b) => houseNumberOrder.compare(a.HouseNo, b.HouseNo));
  const half = Math.ceil(ordered.length / 2);
  return {
    columns: [
      { title: say("House"), widthShare: 1 },
      { title: say("Owner"), widthShare: 2.4 },
      { title: say("House"), widthShare: 1 },
      { title: say("Owner"), widthShare: 2.4 },
    ],
    rows: ordered.slice(0, half).map((left, at) => {
      const right = ordered[half + at];
      return { cells: [left.HouseNo, left.OwnerName, right?.HouseNo ?? "", right?.OwnerName ?? ""] };
    }),
  };
}

const houseNumberOrder = new Intl.Collator("en", { numeric: true });
