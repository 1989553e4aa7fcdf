import { percentOf } from "../../../shared/money.ts";
import { CategoryCards } from "../../ui/CategoryCards.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Report } from "./useReport.ts";

/** One card a category: how many houses have paid the month, and how much. */
export function ReportCategories({ report }: { report: Report }) {
  const cards = Object.entries(report.summary).map(
    ([category, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      category,
      title: `Category ${category} Summary`,
      recovery: `${percentOf(paidAmount, paidAmount + unpaidAmount).toFixed(1)}%`,
      rows: [
        { key: "paid", label: "Paid Houses", amount: paidCount },
        { key: "unpaid", label: "Unpaid Houses", amount: unpaidCount },
        {
          key: "received",
          label: "Received",
          tone: "accent" as const,
          amount: <Money rupees={paidAmount} decimals={0} prefix />,
        },
        {
          key: "due",
          label: "Due",
          tone: "strong" as const,
          amount: <Money rupees={unpaidAmount} decimals={0} prefix />,
        },
      ],
    }),
  );
  return <CategoryCards label="Categories" cards={cards} />;
}
