import { type UIEvent, useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import type { Statement } from "../../../shared/domain/statement.ts";
import { toRupees } from "../../../shared/money.ts";
import { describeError } from "../../api/describeError.ts";
import { useSocietyName } from "../../api/societyInfo.ts";
import { Balance } from "../../domain/Balance.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t, translateName } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { DateFilter, DateRange } from "../../ui/form/DateFilter.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { highlightOncePerChange } from "../../ui/table/rowParts.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { describeEntry, MutedText, StatementRow } from "./StatementRow.tsx";
import type { HouseRecords } from "./useHouseRecords.ts";
import type { StatementFailure, StatementPeriod } from "./useStatement.ts";

interface StatementTabProps {
  records: HouseRecords;
  /** The current owner of the house. */
  ownerName: string;
  /** Undefined until it is loaded. */
  statement: Statement | undefined;
  failure: StatementFailure | undefined;
  period: StatementPeriod;
}

/** The statement of the period, with fields to choose the period. */
export function StatementTab({ records, ownerName, statement, failure, period }: StatementTabProps) {
  const { from, to, setFrom, setTo } = period;
  const society = useSocietyName();
  const heading = t("Statement of account, {from} – {to}", { from: formatDay(from), to: formatDay(to) });
  return (
    <TabContent title={t("Statement")}>
      <PrintHeader>
        <strong>{society}</strong>
        <p>{heading}</p>
      </PrintHeader>
      <Toolbar label={t("Days of the statement")}>
        <DateRange>
          <DateFilter label={t("From")} value={from} onChange={setFrom} />
          <DateFilter label={t("To")} value={to} onChange={setTo} />
        </DateRange>
      </Toolbar>
      {to < from ? (
        <EmptyState title={t("Choose a first day and a last day that is not before it.")} />
      ) : failure ? (
        <FailedRequest
          error={failure.error}
          title={t("The statement could not be loaded")}
          text={describeError(failure.error)}
          onRetry={failure.refetch}
        />
      ) : statement ? (
        <StatementTable {...{ records, ownerName, statement, period, heading }} />
      ) : (
        <Skeleton />
      )}
    </TabContent>
  );
}

interface StatementTableProps extends Pick<StatementTabProps, "records" | "ownerName" | "period"> {
  statement: Statement;
  heading: string;
}

/** Charges and payments of the period, oldest first, with the balance after each. */
function StatementTable({ records, ownerName, statement, period: { from, to }, heading }: StatementTableProps) {
  const { opening, entries, charged, paid, closing } = statement;
  const isMobile = useIsMobile();
  const scroller = useRef<HTMLDivElement>(null);
  /** The list opens at the latest entries. While the user stays there, it also scrolls to new ones. */
  const isScrolledToEnd = useRef(true);

  function getHighlight({ PaymentReceiptID, PaymentScheduleID, AdjustmentID }: Statement["entries"][number]) {
    if (AdjustmentID !== undefined) return records.getAdjustmentHighlight(AdjustmentID);
    if (PaymentReceiptID !== undefined) return records.receipts.getHighlight(PaymentReceiptID);
    return PaymentScheduleID === undefined ? undefined : records.schedule.getHighlight(PaymentScheduleID);
  }

  const entryCount = entries.length;
  useEffect(() => {
    if (entryCount > 0 && isScrolledToEnd.current && scroller.current)
      scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [entryCount]);

  function handleScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) {
    isScrolledToEnd.current = scrollTop + clientHeight >= scrollHeight - 1;
  }

  // A receipt or adjustment is highlighted rather than the installments that changed with it.
  const byImportance = entries.toSorted((a, b) => Number(isOfInstallment(a)) - Number(isOfInstallment(b)));
  const states = highlightOncePerChange(byImportance.map((entry) => ({ highlight: getHighlight(entry) })));
  const highlights = new Map(byImportance.map((entry, index) => [entry, states[index]?.highlight]));
  const keys = buildEntryKeys(entries);
  const highlightedReceipt = entries.find((entry) => entry.PaymentReceiptID !== undefined && getHighlight(entry));
  return (
    <>
      <Scroller ref={scroller} onScroll={handleScroll} role="region" aria-label={heading} tabIndex={0}>
        <Ledger>
          <thead>
            <tr>
              {!isMobile && <th scope="col">{t("Date")}</th>}
              <th scope="col">{t("Entry")}</th>
              {isMobile ? (
                <th scope="col">{t("Amount, Rs")}</th>
              ) : (
                <>
                  <th scope="col">{t("Billed, Rs")}</th>
                  <th scope="col">{t("Received, Rs")}</th>
                </>
              )}
              <th scope="col">{t("Balance, Rs")}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              {!isMobile && (
                <td>
                  <MutedText dir="ltr">{formatDay(from)}</MutedText>
                </td>
              )}
              <td colSpan={isMobile ? 2 : 3}>
                <MutedText>{t("Brought forward")}</MutedText>
              </td>
              <td>
                <Balance rupees={toRupees(opening)} strong />
              </td>
            </tr>
            {entries.map((entry, index) => (
              <StatementRow
                key={keys[index]}
                entry={entry}
                description={describeEntry(entry, { ownerName })}
                highlight={highlights.get(entry)}
                isMobile={isMobile}
              />
            ))}
            {entries.length === 0 && (
              <tr>
                <td colSpan={isMobile ? 3 : 5}>{t("Nothing was billed or received in this period.")}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={isMobile ? 1 : 2}>
                {t("Balance on {day}", { day: formatDay(to) })}
              </th>
              {isMobile ? (
                <td />
              ) : (
                <>
                  <td>
                    <Balance rupees={toRupees(charged)} />
                  </td>
                  <td>
                    <Money rupees={toRupees(paid)} />
                  </td>
                </>
              )}
              <td>
                <Balance rupees={toRupees(closing)} />
              </td>
            </tr>
          </tfoot>
        </Ledger>
      </Scroller>
      <VisuallyHidden role="status">
        {highlightedReceipt &&
          t("{name}: {entry}", {
            name: translateName(getHighlight(highlightedReceipt)?.by ?? ""),
            entry: describeEntry(highlightedReceipt, { ownerName }),
          })}
      </VisuallyHidden>
    </>
  );
}

/** A key for each row. A receipt whose cheque was deposited again has several entries of the same kind. */
function buildEntryKeys(entries: Statement["entries"]): string[] {
  const counts = new Map<string, number>();
  return entries.map(({ Kind, PaymentReceiptID, PaymentScheduleID, AdjustmentID }) => {
    const name = `${Kind} ${PaymentReceiptID ?? PaymentScheduleID ?? `ADJ-${AdjustmentID}`}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  });
}

function isOfInstallment({ PaymentScheduleID }: Statement["entries"][number]): boolean {
  return PaymentScheduleID !== undefined;
}

const Scroller = styled.div`
  ${({ theme }) => css`
    flex: 0 1 auto;
    min-block-size: 0;
    overflow: auto;

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }

    ${theme.mobile} {
      overflow: visible;
    }

    @media print {
      overflow: visible;
    }
  `}
`;

const PrintHeader = styled.header`
  display: none;

  @media print {
    display: flex;
    justify-content: space-between;
    padding: ${({ theme }) => theme.space.m} ${({ theme }) => theme.size.gutter};
  }
`;

const Ledger = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: separate;
    border-spacing: 0;

    thead th {
      ${typography("meta")}
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      block-size: ${theme.size.tableHead}px;
      background: ${theme.color.surface};
      color: ${theme.color.textMuted};
      border-block-end: 1px solid ${theme.color.borderStrong};
    }

    th,
    td {
      padding: 0 ${theme.size.cellPadding};
      text-align: end;
      white-space: nowrap;
    }

    th:first-child,
    td:first-child {
      padding-inline-start: ${theme.size.gutter};
      text-align: start;
    }

    th:last-child,
    td:last-child {
      padding-inline-end: ${theme.size.gutter};
    }

    tbody td {
      block-size: ${theme.size.row}px;
      border-block-end: 1px solid ${theme.color.border};
    }

    tbody td:nth-child(2),
    thead th:nth-child(2) {
      inline-size: 60%;
      text-align: start;
    }

    tbody td:nth-child(2) {
      white-space: normal;
    }

    tfoot th,
    tfoot td {
      ${typography("strong")}
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      block-size: ${theme.size.groupRow}px;
      background: ${theme.color.surface};
      border-block-start: 1px solid ${theme.color.text};
      border-block-end: ${theme.size.thickBorder} double ${theme.color.text};
    }

    ${theme.mobile} {
      th:first-child,
      td:first-child {
        white-space: normal;
      }

      thead th,
      tfoot th,
      tfoot td {
        position: static;
      }

      tbody td {
        padding-block: ${theme.space.s};
      }

      tbody td:nth-child(2),
      thead th:nth-child(2) {
        inline-size: auto;
        text-align: end;
        white-space: nowrap;
      }
    }

    @media print {
      thead th,
      tfoot th,
      tfoot td {
        position: static;
      }

      tbody td {
        block-size: auto;
        padding-block: ${theme.space.xs};
      }
    }
  `}
`;
