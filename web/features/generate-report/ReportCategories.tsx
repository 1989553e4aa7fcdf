import { percentOf } from "../../../shared/money.ts";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { CategoryCards } from "./CategoryCards.tsx";
import type { GeneratedReport } from "./useReport.ts";

/** One card a category: how many houses have paid the month, and how much. */
export function ReportCategories({ report }: { report: GeneratedReport }) {
  const cards = Object.entries(report.summary).map(
    ([category, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      category,
      title: t("Category {category} Summary", { category }),
      recovery: `${percentOf(paidAmount, paidAmount + unpaidAmount).toFixed(1)}%`,
      rows: [
        { key: "paid", label: t("Paid Houses"), amount: paidCount },
        { key: "unpaid", label: t("Unpaid Houses"), amount: unpaidCount },
        {
          key: "received",
          label: t("Received"),
          tone: "accent" as const,
          amount: <Money rupees={paidAmount} decimals={0} showCurrency />,
        },
        {
          key: "due",
          label: t("Due"),
          tone: "strong" as const,
          amount: <Money rupees={unpaidAmount} decimals={0} showCurrency />,
        },
      ],
    }),
  );
  return <CategoryCards label={t("Categories")} cards={cards} />;
}
