import styled, { css } from "styled-components";
import { MONTH_NAMES } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { say, sayName } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { SkeletonBar } from "../../ui/Skeleton.tsx";
import { YearStrip } from "../../ui/YearStrip.tsx";
import type { Account } from "./houseAccount.ts";

/** What the house owes now, what has come in this year, and the year at a glance. */
export function HouseStrip({ account }: { account: Account | undefined }) {
  return <Strip aria-label={say("The house's account")}>{account ? <Parts account={account} /> : <Waiting />}</Strip>;
}

/** Until the account is known. */
function Waiting() {
  return ["due", "received", "year"].map((part) => (
    <Part key={part} aria-busy>
      <Label>
        <SkeletonBar $width="30%" />
      </Label>
      <Figure>
        <SkeletonBar $width="50%" />
      </Figure>
      <Label>
        <SkeletonBar $width="40%" />
      </Label>
    </Part>
  ));
}

function Parts({ account }: { account: Account }) {
  const { dueNow, received, billed, year, months, credit } = account;
  return (
    <>
      <Part>
        <Label>{say("Due now")}</Label>
        <Figure>
          <Money rupees={toRupees(dueNow)} decimals={2} prefix />
        </Figure>
        <Behind $late={dueNow > 0}>{behind(account)}</Behind>
        {credit > 0 && (
          <Credit>
            <Said
              text="Credit of {amount} for later installments"
              with={{ amount: <Money rupees={toRupees(credit)} decimals={2} prefix strong /> }}
            />
          </Credit>
        )}
      </Part>
      <Part>
        <Label>{say("Received in {year}", { year })}</Label>
        <Figure $light>
          <Money rupees={toRupees(received)} decimals={2} prefix />
        </Figure>
        <Label>
          <Said
            text="of {amount} with penalties"
            with={{ amount: <Money rupees={toRupees(billed)} decimals={2} prefix /> }}
          />
        </Label>
      </Part>
      <Part>
        <Label>{say("{year}, month by month", { year })}</Label>
        <Months>
          <YearStrip months={months} names={MONTH_NAMES.map((month) => sayName(month.slice(0, 3)))} />
        </Months>
      </Part>
    </>
  );
}

/** How many installments have fallen due, and since when. */
export function behind({ open, daysLate }: Account): string {
  const count = open.length;
  if (count === 0) return say("No installment open");
  if (daysLate === 0)
    return count === 1 ? say("1 installment open, due today") : say("{count} installments open", { count });
  const late = daysLate === 1 ? say("1 day late") : say("{count} days late", { count: daysLate });
  return count === 1
    ? say("1 installment open, {late}", { late })
    : say("{count} installments open, {late}", { count, late });
}

const Strip = styled.section`
  ${({ theme: t }) => css`
    display: grid;
    flex: none;
    margin-block-start: ${t.space.s};
    grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr);
    border-block: 1px solid ${t.color.line};

    ${t.narrow} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);
    }

    @media print {
      display: none;
    }
  `}
`;

const Part = styled.div`
  ${({ theme: t }) => css`
    min-inline-size: 0;
    padding: ${t.space.m} ${t.size.gutter};

    & + & {
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.narrow} {
      &:last-child {
        grid-column: 1 / -1;
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }

    ${t.phone} {
      padding-inline: ${t.size.gutterPhone};

      & + & {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }
  `}
`;

const Label = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
`;

const Figure = styled.p<{ $light?: boolean }>`
  ${type("figure")}
  ${({ $light = false }) => $light && "font-weight: 400;"}
`;

const Behind = styled.p<{ $late: boolean }>`
  ${type("metaStrong")}
  color: ${({ theme, $late }) => ($late ? theme.color.amber : theme.color.accent)};
`;

const Credit = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.accent};
`;

const Months = styled.div`
  margin-block-start: ${({ theme }) => theme.space.s};
`;
