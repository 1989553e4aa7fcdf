import styled, { css } from "styled-components";
import { formatDay, monthOf, type YearMonth } from "../../../shared/dates.ts";
import type { Statement } from "../../../shared/domain/statement.ts";
import { paisa, subtractPaisa, toRupees } from "../../../shared/money.ts";
import { adjustmentName } from "../../../shared/resources/adjustment.ts";
import { Balance } from "../../domain/Balance.tsx";
import { monthName } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
import { RowStateLabel, useHighlight } from "../../ui/table/rowParts.tsx";
import type { RowState } from "../../ui/table/tableTypes.ts";
import { typography } from "../../ui/theme/theme.ts";

type StatementEntry = Statement["entries"][number];

interface StatementRowProps {
  entry: StatementEntry;
  description: string;
  /** Who has just changed the record of the entry, and when. */
  highlight: RowState["highlight"];
  isMobile: boolean;
}

/** An entry of the statement. On mobile the day is below the description, and a payment is written `2,750.00 Cr`. */
export function StatementRow({ entry, description, highlight, isMobile }: StatementRowProps) {
  const { Date: day, Kind, Charge, Payment } = entry;
  const ref = useHighlight<HTMLTableRowElement>(highlight?.startedAt);
  const highlightLabel = highlight && <RowStateLabel state={{ highlight }} />;
  const date = <MutedText dir="ltr">{formatDay(day)}</MutedText>;
  return (
    <Row ref={ref} data-state={highlight && "highlight"}>
      {!isMobile && <td>{date}</td>}
      <td>
        <EntryText $kind={Kind}>
          <Icon name={entryIcons[Kind]} />
          <span>
            {description}
            {isMobile && <EntryDate>{date}</EntryDate>}
            {isMobile && highlightLabel}
          </span>
          {!isMobile && highlightLabel}
        </EntryText>
      </td>
      {isMobile ? (
        <td>
          {Payment > 0 ? (
            <PaidAmount>{renderAmount(subtractPaisa(paisa(0), Payment))}</PaidAmount>
          ) : (
            renderAmount(Charge)
          )}
        </td>
      ) : (
        <>
          <td>{Charge !== 0 && renderAmount(Charge)}</td>
          <td>{Payment > 0 && <PaidAmount>{renderAmount(Payment)}</PaidAmount>}</td>
        </>
      )}
      <td>
        <Balance rupees={toRupees(entry.Balance)} strong />
      </td>
    </Row>
  );
}

/** The entry's description in the language of the user. */
export function describeEntry(
  entry: Omit<StatementEntry, "Charge" | "Payment" | "Balance">,
  { ownerName, formatMonth = (due) => monthName(due.month) }: EntryTextOptions,
): string {
  const { Kind, PayerName = ownerName, ReceiptNo, AdjustmentNo, InstallmentNumber: number, DueDate } = entry;
  if (ReceiptNo !== undefined) {
    // A reversal charges the house, so it names no payer.
    if (Kind === "Reversal") return t("Receipt R-{number}, cheque not paid", { number: ReceiptNo });
    const method = translateName(entry.PaymentMethod ?? "");
    const text = t("Receipt R-{number}, {method}", { number: ReceiptNo, method });
    // The payer is named if an earlier owner paid, or if the owner's name was spelled differently then.
    return PayerName === ownerName ? text : `${text} (${PayerName})`;
  }
  if (AdjustmentNo !== undefined) {
    const name = adjustmentName({ AdjustmentNo });
    if (Kind === "Payment") return t("Credit from {number}", { number: name });
    return t("{kind} {number}: {reason}", { kind: t(Kind), number: name, reason: entry.Reason ?? "" });
  }
  // From a server of a version before these values.
  if (number === undefined || DueDate === undefined) return entry.Description;
  const month = formatMonth(monthOf(DueDate));
  if (Kind === "Penalty") return t("Penalty on installment {number}, {month}", { number, month });
  if (Kind === "Payment") return t("Payment of installment {number}, {month}", { number, month });
  return t("Installment {number}, {month}", { number, month });
}

interface EntryTextOptions {
  /** The current owner of the house. */
  ownerName: string;
  formatMonth?: (due: YearMonth) => string;
}

function renderAmount(value: StatementEntry["Charge"]) {
  return <Balance rupees={toRupees(value)} />;
}

const entryIcons: Readonly<Record<StatementEntry["Kind"], IconName>> = {
  Charge: "calendar",
  Penalty: "clock-alert",
  Receipt: "receipt",
  Payment: "check",
  Opening: "history",
  Waiver: "minus",
  "Write-off": "minus",
  Transfer: "arrow-right",
  Refund: "undo",
  Reversal: "undo",
};

export const MutedText = styled.bdi`
  color: ${({ theme }) => theme.color.textMuted};
`;

const Row = styled.tr`
  ${({ theme }) => css`
    @media (hover: hover) {
      &:hover {
        background: ${theme.color.canvas};
      }
    }

    &[data-state="highlight"] > :first-child {
      box-shadow: inset ${theme.size.thickBorder} 0 ${theme.color.accent};

      [dir="rtl"] & {
        box-shadow: inset calc(-1 * ${theme.size.thickBorder}) 0 ${theme.color.accent};
      }
    }
  `}
`;

const EntryText = styled.span<{ $kind: StatementEntry["Kind"] }>`
  ${({ theme, $kind }) => css`
    display: inline-flex;
    gap: ${theme.space.s};
    align-items: center;
    vertical-align: middle;

    > :first-child {
      color: ${$kind === "Penalty" ? theme.color.amber : $kind === "Charge" ? theme.color.textSubtle : theme.color.accent};
    }
  `}
`;

const EntryDate = styled.span`
  ${typography("meta")}
  display: block;
`;

const PaidAmount = styled.span`
  color: ${({ theme }) => theme.color.accent};
`;
