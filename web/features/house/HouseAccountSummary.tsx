import styled, { css } from "styled-components";
import { addToSum, toRupees } from "../../../shared/money.ts";
import { describeError } from "../../api/describeError.ts";
import { Balance } from "../../domain/Balance.tsx";
import { formatOverdueCount } from "../../domain/counts.ts";
import { YearStrip } from "../../domain/schedule/YearStrip.tsx";
import { shortMonthName } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Skeleton, SkeletonBar } from "../../ui/feedback/Loading.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { HouseAccount } from "./houseAccount.ts";
import type { BalanceRequest } from "./useBroughtForward.ts";

interface HouseAccountSummaryProps {
  account: HouseAccount | undefined;
  balanceRequest: BalanceRequest;
}

/**
 * What is overdue, what has been received for this year, and the state of each month; a skeleton until `account` is
 * known, and the error if it cannot be computed.
 */
export function HouseAccountSummary({ account, balanceRequest }: HouseAccountSummaryProps) {
  const { isMissing, loading } = balanceRequest;
  if (isMissing && !loading) return <MissingBalance {...balanceRequest} />;
  return (
    <SummaryGrid aria-label={t("The house's account")}>
      {account ? <SummaryCells account={account} /> : <SummarySkeleton />}
    </SummaryGrid>
  );
}

/** Shown instead of the amounts while the balance of the house is missing; nothing without the right to read it. */
export function MissingBalance({ error, loading, refetch }: BalanceRequest) {
  if (loading) return <Skeleton rowCount={1} />;
  if (!error) return null;
  return (
    <FailedRequest
      error={error}
      title={t("The balance could not be loaded")}
      text={describeError(error)}
      onRetry={refetch}
    />
  );
}

function SummarySkeleton() {
  return ["due", "received", "year"].map((part) => (
    <SummaryCell key={part} aria-busy>
      <MetaText as="p">
        <SkeletonBar $width="30%" />
      </MetaText>
      <Figure>
        <SkeletonBar $width="50%" />
      </Figure>
      <MetaText as="p">
        <SkeletonBar $width="40%" />
      </MetaText>
    </SummaryCell>
  ));
}

function SummaryCells({ account }: { account: HouseAccount }) {
  const { receivedForYear, billedForYear, year, months } = account;
  return (
    <>
      <SummaryCell>
        <MetaText as="p">{t("Overdue")}</MetaText>
        <DueSummary account={account} />
      </SummaryCell>
      <SummaryCell>
        <MetaText as="p">{t("Received for {year}", { year })}</MetaText>
        <Figure $light>
          <Money rupees={toRupees(receivedForYear)} showCurrency />
        </Figure>
        <MetaText as="p">
          <Trans text="of {amount} billed" with={{ amount: <Money rupees={toRupees(billedForYear)} showCurrency /> }} />
        </MetaText>
      </SummaryCell>
      <SummaryCell>
        <MetaText as="p">{t("{year}, month by month", { year })}</MetaText>
        <Months>
          <YearStrip months={months} monthNames={months.map((_, index) => shortMonthName(index + 1))} />
        </Months>
      </SummaryCell>
    </>
  );
}

/**
 * The overdue amount, how many items it has and the age of the oldest; what is not due yet, the sum of both, and the
 * credit.
 */
export function DueSummary({ account }: { account: HouseAccount }) {
  const { overdue, notDueYet, credit } = account;
  return (
    <>
      <Figure>
        <Money rupees={toRupees(overdue)} showCurrency />
      </Figure>
      <OverdueText $late={overdue > 0}>{describeOverdue(account)}</OverdueText>
      {notDueYet > 0 && (
        <MetaText as="p">
          <Trans
            text="Not due yet {notDueYet}, outstanding {outstanding}"
            with={{
              notDueYet: <Money rupees={toRupees(notDueYet)} showCurrency />,
              outstanding: <Money rupees={toRupees(addToSum(overdue, notDueYet))} showCurrency />,
            }}
          />
        </MetaText>
      )}
      {credit > 0 && (
        <CreditNote>
          {t("Credit")} <Balance rupees={-toRupees(credit)} showCurrency strong />
        </CreditNote>
      )}
    </>
  );
}

function describeOverdue({ overdueCount, daysOverdue }: HouseAccount): string {
  return overdueCount === 0 ? t("Nothing overdue") : formatOverdueCount(overdueCount, daysOverdue);
}

const SummaryGrid = styled.section`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    margin-block-start: ${theme.space.s};
    grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr);
    border-block: 1px solid ${theme.color.border};

    ${theme.narrow} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
    ${hideInPrint}
  `}
`;

const SummaryCell = styled.div`
  ${({ theme }) => css`
    min-inline-size: 0;
    padding: ${theme.space.m} ${theme.size.gutter};

    & + & {
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.narrow} {
      &:last-child {
        grid-column: 1 / -1;
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }

    ${theme.mobile} {
      & + & {
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }
  `}
`;

const Figure = styled.p<{ $light?: boolean }>`
  ${typography("figure")}
  ${({ $light = false }) => $light && "font-weight: 400;"}
`;

const CreditNote = styled.p`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.accent};
`;

const Months = styled.div`
  margin-block-start: ${({ theme }) => theme.space.s};
`;

const OverdueText = styled.p<{ $late: boolean }>`
  ${typography("metaStrong")}
  color: ${({ theme, $late }) => ($late ? theme.color.amber : theme.color.accent)};
`;
