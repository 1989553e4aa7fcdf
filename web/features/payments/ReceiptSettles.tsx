import { createContext, type ReactNode, useContext, useMemo } from "react";
import styled, { css } from "styled-components";
import { type Day, monthOf, societyToday } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { say } from "../../lib/language.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useResource } from "../../lib/useResource.ts";
import { shortMonthName } from "../../months.ts";
import { type } from "../../theme.ts";
import { rupeeText } from "../../ui/Money.tsx";
import { Heard } from "../../ui/TableHeard.ts";
import { installments } from "./RateText.ts";
import type { Receipt } from "./ReceiptFilter.ts";

/** The installments of a year by id, for the receipts that settle them. */
type Months = ReadonlyMap<number, { DueDate: Day; IsPaid: 0 | 1 }>;

const none: Months = new Map();
const Known = createContext(none);

/** Lets receipts name the months that they settle, to those who may see the schedule. */
export function SettledMonths({ year, children }: { year: number | undefined; children: ReactNode }) {
  const readable = useMayList(paymentSchedule);
  if (!readable) return children;
  return <Read year={year ?? monthOf(societyToday(new Date())).year}>{children}</Read>;
}

function Read({ year, children }: { year: number; children: ReactNode }) {
  const { rows } = useResource(paymentSchedule, { year });
  const months = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  return <Known value={months}>{children}</Known>;
}

/** Where the money went: the months it settles, and what is left as credit. */
export function Settles({ receipt }: { receipt: Receipt }) {
  const months = useContext(Known);
  if (receipt.VoidedAt !== null) return "—";
  const paid = settled(receipt, months).join(say(", "));
  const credit = receipt.Credit > 0 ? say("credit {amount}", { amount: rupeeText(receipt.Credit, 2) }) : "";
  if (paid === "" || credit === "") return <bdi>{paid || credit || "—"}</bdi>;
  return (
    <Two>
      <bdi>{paid}</bdi>
      <Heard as="span">{say(", ")}</Heard>
      <bdi>{credit}</bdi>
    </Two>
  );
}

/** One above the other in the height of a row; beside each other on a card. */
const Two = styled.span`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: grid;
    line-height: 1.2;

    ${t.phone} {
      ${type("text")}
      display: inline-flex;
      flex-wrap: wrap;
      gap: ${t.space.s};
    }
  `}
`;

function settled({ Allocations, PaymentDate }: Receipt, months: Months): readonly string[] {
  const count = Allocations.length;
  if (count === 0) return [];
  const rows = Allocations.flatMap(({ PaymentScheduleID }) => months.get(PaymentScheduleID) ?? []);
  if (rows.length < count) return [installments(count)];
  const part = rows.some(({ IsPaid }) => IsPaid === 0) ? [say("part")] : [];
  if (count > 2) return [say("{count} months", { count }), ...part];
  return [...rows.map(({ DueDate }) => monthText(DueDate, PaymentDate)), ...part];
}

function monthText(due: Day, paid: Day): string {
  const { year, month } = monthOf(due);
  const name = shortMonthName(month);
  return year === monthOf(paid).year ? name : say("{month} {year}", { month: name, year });
}
