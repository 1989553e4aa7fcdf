import styled, { css } from "styled-components";
import { toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { shortMonthName } from "../../months.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { offPaper } from "../../ui/GlobalStyle.tsx";
import { Money } from "../../ui/Money.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import { SkeletonBar } from "../../ui/Skeleton.tsx";
import { YearStrip } from "../../ui/YearStrip.tsx";
import { Behind } from "./Behind.tsx";
import type { Account } from "./houseAccount.ts";

/** What the house owes now, what has come in this year, and the year at a glance. */
export function HouseStrip({ account }: { account: Account | undefined }) {
  return <Strip aria-label={say("The house's account")}>{account ? <Parts account={account} /> : <Waiting />}</Strip>;
}

/** Until the account is known. */
function Waiting() {
  return ["due", "received", "year"].map((part) => (
    <Part key={part} aria-busy>
      <Quiet as="p">
        <SkeletonBar $width="30%" />
      </Quiet>
      <Figure>
        <SkeletonBar $width="50%" />
      </Figure>
      <Quiet as="p">
        <SkeletonBar $width="40%" />
      </Quiet>
    </Part>
  ));
}

function Parts({ account }: { account: Account }) {
  const { dueNow, received, billed, year, months, credit } = account;
  return (
    <>
      <Part>
        <Quiet as="p">{say("Due now")}</Quiet>
        <Figure>
          <Money rupees={toRupees(dueNow)} decimals={2} prefix />
        </Figure>
        <Behind account={account} />
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
        <Quiet as="p">{say("Received in {year}", { year })}</Quiet>
        <Figure $light>
          <Money rupees={toRupees(received)} decimals={2} prefix />
        </Figure>
        <Quiet as="p">
          <Said
            text="of {amount} with penalties"
            with={{ amount: <Money rupees={toRupees(billed)} decimals={2} prefix /> }}
          />
        </Quiet>
      </Part>
      <Part>
        <Quiet as="p">{say("{year}, month by month", { year })}</Quiet>
        <Months>
          <YearStrip months={months} names={months.map((_, index) => shortMonthName(index + 1))} />
        </Months>
      </Part>
    </>
  );
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
    ${offPaper}
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
      & + & {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }
  `}
`;

const Figure = styled.p<{ $light?: boolean }>`
  ${type("figure")}
  ${({ $light = false }) => $light && "font-weight: 400;"}
`;

const Credit = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.accent};
`;

const Months = styled.div`
  margin-block-start: ${({ theme }) => theme.space.s};
`;
