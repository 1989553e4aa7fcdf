import styled, { css } from "styled-components";
import { formatDay, monthOf } from "../../../shared/dates.ts";
import type { Statement } from "../../../shared/domain/statement.ts";
import { paisa, subtract, toRupees } from "../../../shared/money.ts";
import { say, sayName } from "../../lib/language.ts";
import { monthName } from "../../months.ts";
import type { ScheduleRow } from "../../schedule/ScheduleLine.ts";
import { type } from "../../theme.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { Money } from "../../ui/Money.tsx";
import { TableNote } from "../../ui/TableNote.tsx";
import { useGlow } from "../../ui/useGlow.ts";
import { Quiet } from "./StatementStyle.ts";
import type { Receipt } from "./useHouseBooks.ts";

type StatementEntry = Statement["entries"][number];

interface StatementEntryRowProps {
  entry: StatementEntry;
  words: string;
  /** Somebody else has just changed what it tells of. */
  glow: { by: string; at: number } | undefined;
  phone: boolean;
}

/** A line of the ledger; on the phone the day stands under its words. */
export function StatementEntryRow({ entry, words, glow, phone }: StatementEntryRowProps) {
  const { Date: day, Kind, Charge, Payment, Balance } = entry;
  const ref = useGlow<HTMLTableRowElement>(glow?.at);
  const note = glow && <TableNote state={{ glow }} />;
  const date = <Quiet dir="ltr">{formatDay(day)}</Quiet>;
  return (
    <Row ref={ref} data-state={glow && "glow"}>
      {!phone && <td>{date}</td>}
      <td>
        <Entry $kind={Kind}>
          <Icon name={icons[Kind]} />
          <span>
            {words}
            {phone && <Day>{date}</Day>}
            {phone && note}
          </span>
          {!phone && note}
        </Entry>
      </td>
      {phone ? (
        <td>{Payment > 0 ? <Paid>{amount(subtract(paisa(0), Payment))}</Paid> : amount(Charge)}</td>
      ) : (
        <>
          <td>{Charge > 0 && amount(Charge)}</td>
          <td>{Payment > 0 && <Paid>{amount(Payment)}</Paid>}</td>
        </>
      )}
      <td>
        <Money rupees={toRupees(Balance)} decimals={2} strong />
      </td>
    </Row>
  );
}

interface Known {
  installments: ReadonlyMap<number, ScheduleRow>;
  receipts: ReadonlyMap<number, Receipt>;
}

/** What the entry is, in the language of the screens. */
export function entryWords(entry: StatementEntry, { installments, receipts }: Known): string {
  const receipt = receipts.get(entry.PaymentReceiptID ?? 0);
  if (receipt) {
    const { ReceiptNo: number, PaymentMethod } = receipt;
    return say("Receipt R-{number}, {method}", { number, method: sayName(PaymentMethod) });
  }
  const row = installments.get(entry.PaymentScheduleID ?? 0);
  if (!row) return entry.Description;
  const number = row.InstallmentNumber;
  const month = monthName(monthOf(row.DueDate).month);
  if (entry.Kind === "Penalty") return say("Penalty on installment {number}, {month}", { number, month });
  if (entry.Kind === "Payment") return say("Payment of installment {number}, {month}", { number, month });
  return say("Installment {number}, {month}", { number, month });
}

function amount(value: StatementEntry["Charge"]) {
  return <Money rupees={toRupees(value)} decimals={2} />;
}

const icons: Readonly<Record<StatementEntry["Kind"], IconName>> = {
  Charge: "calendar",
  Penalty: "clock-alert",
  Receipt: "receipt",
  Payment: "check",
};

const Row = styled.tr`
  ${({ theme: t }) => css`
    @media (hover: hover) {
      &:hover {
        background: ${t.color.canvas};
      }
    }

    &[data-state="glow"] > :first-child {
      box-shadow: inset ${t.space.hair} 0 ${t.color.accent};

      [dir="rtl"] & {
        box-shadow: inset calc(-1 * ${t.space.hair}) 0 ${t.color.accent};
      }
    }
  `}
`;

const Entry = styled.span<{ $kind: StatementEntry["Kind"] }>`
  ${({ theme: t, $kind }) => css`
    display: inline-flex;
    gap: ${t.space.s};
    align-items: center;
    vertical-align: middle;

    > :first-child {
      color: ${$kind === "Penalty" ? t.color.amber : $kind === "Charge" ? t.color.ink3 : t.color.accent};
    }
  `}
`;

const Day = styled.span`
  ${type("meta")}
  display: block;
`;

const Paid = styled.span`
  color: ${({ theme }) => theme.color.accent};
`;
