import styled from "styled-components";
import { t } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { HouseAccount } from "./houseAccount.ts";

/** How many installments have fallen due, and since when. */
export function OverdueSummary({ account }: { account: HouseAccount }) {
  return <Text $late={account.dueNow > 0}>{describeOverdue(account)}</Text>;
}

function describeOverdue({ dueEntries, daysOverdue }: HouseAccount): string {
  const count = dueEntries.length;
  if (count === 0) return t("No installment open");
  if (daysOverdue === 0)
    return count === 1 ? t("1 installment open, due today") : t("{count} installments open", { count });
  const late = daysOverdue === 1 ? t("1 day late") : t("{count} days late", { count: daysOverdue });
  return count === 1
    ? t("1 installment open, {late}", { late })
    : t("{count} installments open, {late}", { count, late });
}

const Text = styled.p<{ $late: boolean }>`
  ${typography("metaStrong")}
  color: ${({ theme, $late }) => ($late ? theme.color.amber : theme.color.accent)};
`;
