import styled from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { type Paisa, toRupees } from "../../../shared/money.ts";
import { type } from "../../theme.ts";
import { toneColor } from "../../ui/Badge.tsx";
import { Money, rupeeText } from "../../ui/Money.tsx";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import type { Line } from "./ScheduleLine.ts";
import { monthName, PaidTick } from "./ScheduleTick.tsx";

/** What an installment shows; its house stands in the group's head. */
export const scheduleColumns: readonly Column<Line>[] = [
  {
    key: "IsPaid",
    title: "Paid",
    width: 3.4,
    sticky: true,
    phone: "action",
    render: (line, { tabIndex }) => <PaidTick line={line} tabIndex={tabIndex} />,
  },
  { key: "HouseNo", title: "House", width: 9, sticky: true, render: () => null },
  {
    key: "InstallmentNumber",
    title: "No.",
    width: 3.4,
    align: "end",
    phone: "sub",
    render: ({ row }) => row.InstallmentNumber,
    renderPhone: ({ row }) => (
      <>
        No. {row.InstallmentNumber}, due <bdi dir="ltr">{formatDay(row.DueDate)}</bdi>
      </>
    ),
  },
  { key: "Month", title: "Month", width: 10, grow: 1, phone: "title", render: monthName },
  {
    key: "DueDate",
    title: "Due date",
    width: 21,
    render: ({ row }) => <bdi dir="ltr">{formatDay(row.DueDate)}</bdi>,
  },
  { key: "Amount", title: "Amount, Rs", width: 10, align: "end", render: ({ row }) => amount(row.Amount) },
  {
    key: "Penalty",
    title: "Penalty",
    width: 8,
    align: "end",
    render: ({ row }) => amount(row.PenaltyApplied ? row.PenaltyAmount : 0),
  },
  { key: "Received", title: "Received", width: 10, align: "end", render: ({ received }) => paisaAmount(received) },
  {
    key: "Due",
    title: "Due, Rs",
    width: 10,
    align: "end",
    phone: "amount",
    render: ({ open }) => <Money rupees={toRupees(open)} decimals={2} strong dash />,
    renderPhone: ({ open, billed }) => <Money rupees={toRupees(open || billed)} decimals={2} strong />,
  },
  { key: "Status", title: "Status", width: 12, phone: "meta", render: ({ status }) => <Status value={status} /> },
  {
    key: "PaidDate",
    title: "Paid on",
    width: 24,
    grow: 1,
    noteCell: true,
    phone: "meta",
    render: (line) => (line.status === "Paid" ? <Quiet>{paidOn(line)}</Quiet> : <Late>{late(line)}</Late>),
    renderPhone: (line) => <Quiet>{line.status === "Paid" ? paidOn(line) : details(line)}</Quiet>,
  },
];

function amount(rupees: number) {
  return <Money rupees={rupees} decimals={2} dash />;
}

function paisaAmount(paisa: Paisa) {
  return amount(toRupees(paisa));
}

function paidOn({ row }: Line) {
  return row.PaidDate === null ? "—" : <bdi dir="ltr">{formatDay(row.PaidDate)}</bdi>;
}

function late({ daysLate }: Line) {
  return daysLate > 0 && `${inDays(daysLate)} late`;
}

/** On the phone: what the columns that have no room there would tell. */
function details({ row, received, daysLate }: Line): string {
  if (received > 0) return `${rupeeText(toRupees(received), 2)} received`;
  const penalty = row.PenaltyApplied ? `penalty ${rupeeText(row.PenaltyAmount, 2)}` : "";
  return [daysLate > 0 ? inDays(daysLate) : "", penalty].filter(Boolean).join(", ");
}

function inDays(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

const Quiet = styled.span`
  color: ${({ theme }) => theme.color.ink2};

  ${({ theme }) => theme.phone} {
    ${type("meta")}
  }
`;

const Late = styled.span`
  ${type("meta")}
  color: ${({ theme }) => toneColor(theme, "warn")};
`;
