import { percentOf } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { CategoryCards } from "../../ui/CategoryCards.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Report } from "./useReport.ts";

/** One card a category: how many houses have paid the month, and how much. */
export function ReportCategories({ report }: { report: Report }) {
  const cards = Object.entries(report.summary).map(
    ([category, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      category,
      title: say("Category {category} Summary", { category }),
      recovery: `${percentOf(paidAmount, paidAmount + unpaidAmount).toFixed(1)}%`,
      rows: [
        { key: "paid", label: say("Paid Houses"), amount: paidCount },
        { key: "unpaid", label: say("Unpaid Houses"), amount: unpaidCount },
        {
          key: "received",
          label: say("Received"),
          tone: "accent" as const,
          amount: <Money rupees={paidAmount} decimals={0} prefix />,
        },
        {
          key: "due",
          label: say("Due"),
          tone: "strong" as const,
          amount: <Money rupees={unpaidAmount} decimals={0} prefix />,
        },
      ],
    }),
  );
  return <CategoryCards label={say("Categories")} cards={cards} />;
}
