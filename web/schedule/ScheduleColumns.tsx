import styled from "styled-components";
import { formatDay } from "../../shared/dates.ts";
import { type Paisa, toRupees } from "../../shared/money.ts";
import type { ExportColumn } from "../exportSheet.ts";
import { say } from "../lib/language.ts";
import { Said } from "../Said.tsx";
import { type } from "../theme.ts";
import { toneColor } from "../ui/Badge.tsx";
import { Money, rupeeText } from "../ui/Money.tsx";
import { Status } from "../ui/Status.tsx";
import type { Column } from "../ui/TableTypes.ts";
import type { Line, ScheduleRow } from "./ScheduleLine.ts";
import { dueMonth, PaidTick } from "./ScheduleTick.tsx";

/** What an installment shows; its house stands in the group's head. */
export function scheduleColumns(): readonly Column<Line>[] {
  return [
    {
      key: "IsPaid",
      title: say("Paid"),
      width: 4.9,
      sticky: true,
      phone: "action",
      render: (line, { tabIndex }) => <PaidTick line={line} tabIndex={tabIndex} />,
    },
    {
      key: "HouseNo",
      title: say("House"),
      width: 8.5,
      sticky: true,
      render: () => null,
      value: ({ row }) => row.HouseNo,
    },
    {
      key: "InstallmentNumber",
      title: say("No."),
      width: 3.4,
      align: "end",
      phone: "sub",
      render: ({ row }) => row.InstallmentNumber,
      value: ({ row }) => row.InstallmentNumber,
      renderPhone: ({ row }) => (
        <Said
          text="No. {number}, due {day}"
          with={{ number: row.InstallmentNumber, day: <bdi dir="ltr">{formatDay(row.DueDate)}</bdi> }}
        />
      ),
    },
    { key: "Month", title: say("Month"), width: 10, grow: 1, phone: "title", render: dueMonth, value: dueMonth },
    {
      key: "DueDate",
      title: say("Due date"),
      width: 21,
      render: ({ row }) => <bdi dir="ltr">{formatDay(row.DueDate)}</bdi>,
      value: ({ row }) => ({ day: row.DueDate }),
    },
    {
      key: "Amount",
      title: say("Amount, Rs"),
      width: 10,
      align: "end",
      render: ({ row }) => amount(row.Amount),
      value: ({ row }) => ({ rupees: row.Amount }),
    },
    {
      key: "Penalty",
      title: say("Penalty"),
      width: 8,
      align: "end",
      render: ({ row }) => amount(penaltyOf(row)),
      value: ({ row }) => ({ rupees: penaltyOf(row) }),
    },
    {
      key: "Received",
      title: say("Received"),
      width: 10,
      align: "end",
      render: ({ received }) => paisaAmount(received),
      value: ({ received }) => ({ rupees: toRupees(received) }),
    },
    {
      key: "Due",
      title: say("Due, Rs"),
      width: 10,
      align: "end",
      phone: "amount",
      render: ({ open }) => <Money rupees={toRupees(open)} decimals={2} strong dash />,
      value: ({ open }) => ({ rupees: toRupees(open) }),
      renderPhone: ({ open, billed }) => <Money rupees={toRupees(open || billed)} decimals={2} strong />,
    },
    {
      key: "Status",
      title: say("Status"),
      width: 12,
      phone: "meta",
      render: ({ status }) => <Status value={status} />,
      value: ({ status }) => say(status),
    },
    {
      key: "PaidDate",
      title: say("Paid on"),
      width: 23,
      grow: 1,
      noteCell: true,
      phone: "meta",
      value: ({ row }) => row.PaidDate && { day: row.PaidDate },
      render: (line) => (line.status === "Paid" ? <Quiet>{paidOn(line)}</Quiet> : <Late>{late(line)}</Late>),
      renderPhone: (line) => <Quiet>{line.status === "Paid" ? paidOn(line) : details(line)}</Quiet>,
    },
  ];
}

/** The same for a file, where no group's head names the owner. */
export function scheduleExport(): readonly ExportColumn<Line>[] {
  const owner: ExportColumn<Line> = {
    key: "OwnerName",
    title: say("Owner"),
    width: 24,
    value: ({ row }) => row.OwnerName,
  };
  return scheduleColumns().flatMap((column) => (column.key === "HouseNo" ? [column, owner] : [column]));
}

function penaltyOf({ PenaltyApplied, PenaltyAmount }: ScheduleRow): number {
  return PenaltyApplied ? PenaltyAmount : 0;
}

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
  if (daysLate === 0) return null;
  return daysLate === 1 ? say("1 day late") : say("{count} days late", { count: daysLate });
}

/** On the phone: what the columns that have no room there would tell. */
function details({ row, received, daysLate }: Line): string {
  if (received > 0) return say("{amount} received", { amount: rupeeText(toRupees(received), 2) });
  const penalty = row.PenaltyApplied ? say("penalty {amount}", { amount: rupeeText(row.PenaltyAmount, 2) }) : "";
  return [daysLate > 0 ? inDays(daysLate) : "", penalty].filter(Boolean).join(say(", "));
}

function inDays(count: number): string {
  return count === 1 ? say("1 day") : say("{count} days", { count });
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
