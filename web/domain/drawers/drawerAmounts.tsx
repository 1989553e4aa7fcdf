import { t } from "../../i18n/t.ts";
import type { AmountRow } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import type { DrawerRecord } from "./useOwnDrawer.ts";

/** The rows that add up to the expected cash, then the receipts by other methods, which are not in the drawer. */
export function buildDrawerAmounts(drawer: DrawerRecord): AmountRow[] {
  const { Float, ByMethod, OtherIncome, Refunds, Expenses, Expected } = drawer;
  const cashRows = [
    { key: "float", label: t("Float"), rupees: Float },
    { key: "receipts", label: t("Receipts in cash"), rupees: ByMethod.Cash },
    { key: "income", label: t("Other income in cash"), rupees: OtherIncome },
    { key: "refunds", label: t("Refunds in cash"), rupees: -Refunds },
    { key: "expenses", label: t("Expenses in cash"), rupees: -Expenses },
  ];
  const otherRows = [
    { key: "cheques", label: t("Receipts by cheque"), rupees: ByMethod.Cheque },
    { key: "transfers", label: t("Receipts by bank transfer"), rupees: ByMethod["Bank Transfer"] },
    { key: "online", label: t("Online receipts"), rupees: ByMethod.Online },
  ];
  const toRow = ({ key, label, rupees }: (typeof cashRows)[number]): AmountRow => ({
    key,
    label,
    amount: <Money rupees={rupees} />,
  });
  return [
    ...cashRows.filter(({ key, rupees }) => key === "float" || rupees !== 0).map(toRow),
    { key: "expected", label: t("Expected"), amount: <Money rupees={Expected} strong />, isTotal: true },
    ...otherRows.filter(({ rupees }) => rupees !== 0).map((row) => ({ ...toRow(row), tone: "muted" as const })),
  ];
}
