import styled from "styled-components";
import { say } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import type { Account } from "./houseAccount.ts";

/** How many installments have fallen due, and since when. */
export function Behind({ account }: { account: Account }) {
  return <Text $late={account.dueNow > 0}>{inWords(account)}</Text>;
}

function inWords({ open, daysLate }: Account): string {
  const count = open.length;
  if (count === 0) return say("No installment open");
  if (daysLate === 0)
    return count === 1 ? say("1 installment open, due today") : say("{count} installments open", { count });
  const late = daysLate === 1 ? say("1 day late") : say("{count} days late", { count: daysLate });
  return count === 1
    ? say("1 installment open, {late}", { late })
    : say("{count} installments open, {late}", { count, late });
}

const Text = styled.p<{ $late: boolean }>`
  ${type("metaStrong")}
  color: ${({ theme, $late }) => ($late ? theme.color.amber : theme.color.accent)};
`;
