import { formatDay, formatMonthYear, monthNames, monthOf } from "../dates.ts";
import { isMonthlyInstallment } from "../domain/payment-plan.ts";
import type { PaymentPlanDetails } from "../endpoints/payment-plan-full.ts";
import { formatAmount } from "../money.ts";
import { compareHouseNumbers } from "../text.ts";
import { type DocumentTable, dash } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** `plan_Residential A Ground 01-2026-12-2026.pdf`; characters that file systems reject become `-`. */
export function planFileName({ PaymentPlan }: PaymentPlanDetails): string {
  return `plan_${PaymentPlan.PaymentPlanName.replace(/[^\p{L}\p{N} -]+/gu, "-")}.pdf`;
}

/** The installments of the plan with a total row for each year. */
export function installmentTable({ Installments }: PaymentPlanDetails, t: DocumentTranslate): DocumentTable {
  return {
    columns: [
      { title: "#", widthShare: 1 },
      { title: t("Month"), widthShare: 2 },
      { title: t("Due date"), widthShare: 2 },
      { title: t("Amount, Rs"), widthShare: 2, isNumeric: true },
      { title: t("Percentage"), widthShare: 1.5, isNumeric: true },
    ],
    rows: Installments.map((row) => {
      const figures = [formatAmount(row.TotalAmount), `${row.Percentage.toFixed(2)}%`];
      const total = t("Total {year}", { year: -row.InstallmentNumber });
      if (!isMonthlyInstallment(row)) return { cells: ["", total, "", ...figures], isTotal: true };
      const month = t(`${monthNames[monthOf(row.DueDate).month - 1]}`);
      return { cells: [String(row.InstallmentNumber), month, formatDay(row.DueDate), ...figures] };
    }),
  };
}

/** The service rate of the plan, one row per rate. */
export function rateTable({ ServiceRates }: PaymentPlanDetails, t: DocumentTranslate): DocumentTable {
  return {
    columns: [
      { title: t("Type, category, floor"), widthShare: 3 },
      { title: t("Period"), widthShare: 2.4 },
      { title: t("Due day"), widthShare: 1, isNumeric: true },
      { title: t("Rate, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Penalty, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Grace days"), widthShare: 1.3, isNumeric: true },
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

/** The plots by house number in two column pairs: the first half left, the second half right. */
export function plotTable({ Plots }: PaymentPlanDetails, t: DocumentTranslate): DocumentTable {
  const ordered = Plots.toSorted((a, b) => compareHouseNumbers(a.HouseNo, b.HouseNo));
  const half = Math.ceil(ordered.length / 2);
  return {
    columns: [
      { title: t("House"), widthShare: 1 },
      { title: t("Owner"), widthShare: 2.4 },
      { title: t("House"), widthShare: 1 },
      { title: t("Owner"), widthShare: 2.4 },
    ],
    rows: ordered.slice(0, half).map((left, index) => {
      const right = ordered[half + index];
      return { cells: [left.HouseNo, left.OwnerName, right?.HouseNo ?? "", right?.OwnerName ?? ""] };
    }),
  };
}
