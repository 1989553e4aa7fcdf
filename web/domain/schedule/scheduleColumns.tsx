import { createContext, useContext } from "react";
import styled from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumRupees, toRupees } from "../../../shared/money.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { formatDayMonth, monthName } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { renderDay, renderShortDay } from "../../resource/columns.tsx";
import type { ExportColumn } from "../../resource/export/ExportMenu.tsx";
import { toneColor } from "../../ui/badge/Badge.tsx";
import { Checkbox, type CheckboxState } from "../../ui/form/Checkbox.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { formatDayCount, formatDaysLate } from "../counts.ts";
import { Status } from "../Status.tsx";
import type { ScheduleEntry, ScheduleRow } from "./scheduleEntry.ts";

/**
 * The columns of the schedule; amounts and penalties after waivers, so that amount + penalty = received + outstanding.
 * The group row shows the house, so its cells are empty here.
 */
export function buildScheduleColumns(): readonly Column<ScheduleEntry>[] {
  return [
    {
      key: "IsPaid",
      title: t("Paid"),
      width: 4.9,
      sticky: true,
      mobileSlot: "action",
      render: (entry, { tabIndex }) => <PaidCheckbox entry={entry} tabIndex={tabIndex} />,
    },
    {
      key: "HouseNo",
      title: t("House"),
      width: 8.5,
      sticky: true,
      render: () => null,
      exportValue: ({ row }) => row.HouseNo,
    },
    {
      key: "InstallmentNumber",
      title: t("No."),
      width: 3.4,
      dropOrder: 1,
      align: "end",
      mobileSlot: "sub",
      render: ({ row }) => row.InstallmentNumber,
      exportValue: ({ row }) => row.InstallmentNumber,
      renderMobile: ({ row }) => (
        <Trans
          text="No. {number}, due {day}"
          with={{ number: row.InstallmentNumber, day: formatDayMonth(row.DueDate) }}
        />
      ),
    },
    {
      key: "Month",
      title: t("Month"),
      width: 10,
      grow: 1,
      mobileSlot: "title",
      render: formatDueMonth,
      exportValue: formatDueMonth,
    },
    {
      key: "DueDate",
      title: t("Due date"),
      width: 13,
      grow: 1,
      render: ({ row }) => renderDay(row.DueDate),
      exportValue: ({ row }) => ({ day: row.DueDate }),
    },
    {
      key: "Amount",
      title: t("Amount, Rs"),
      width: 10,
      align: "end",
      render: ({ amount }) => renderPaisa(amount),
      exportValue: ({ amount }) => ({ rupees: toRupees(amount) }),
    },
    {
      key: "Penalty",
      title: t("Penalty"),
      width: 8,
      align: "end",
      render: ({ penalty }) => renderPaisa(penalty),
      exportValue: ({ penalty }) => ({ rupees: toRupees(penalty) }),
    },
    {
      key: "Received",
      title: t("Received"),
      width: 10,
      align: "end",
      render: ({ received }) => renderPaisa(received),
      exportValue: ({ received }) => ({ rupees: toRupees(received) }),
    },
    {
      key: "Outstanding",
      title: t("Outstanding"),
      width: 10,
      align: "end",
      mobileSlot: "amount",
      render: ({ outstanding }) => <Money rupees={toRupees(outstanding)} strong dashIfZero />,
      exportValue: ({ outstanding }) => ({ rupees: toRupees(outstanding) }),
      renderMobile: ({ outstanding, billed }) => <Money rupees={toRupees(outstanding || billed)} strong />,
    },
    {
      key: "Status",
      title: t("Status"),
      width: 16,
      mobileSlot: "meta",
      render: ({ status }) => <Status value={status} />,
      exportValue: ({ status }) => t(status),
    },
    {
      key: "PaidDate",
      title: t("Paid on"),
      width: 14,
      grow: 1,
      showsRowState: true,
      mobileSlot: "meta",
      exportValue: ({ row }) => row.PaidDate && { day: row.PaidDate },
      render: (entry) => {
        const waived = describeWaived(entry.row);
        if (entry.status === "Paid")
          return (
            <MutedText>
              {(entry.row.PaidDate !== null || waived === "") && renderDay(entry.row.PaidDate)} {waived}
            </MutedText>
          );
        const late = entry.daysOverdue > 0 ? formatDaysLate(entry.daysOverdue) : "";
        return <WarningText>{[late, waived].filter(Boolean).join(t(", "))}</WarningText>;
      },
      renderMobile: (entry) => (
        <MutedText>{entry.status === "Paid" ? renderShortDay(entry.row.PaidDate) : describeOnMobile(entry)}</MutedText>
      ),
    },
  ];
}

/** The columns of an exported file: also the owner, because a file has no group rows, and what has been waived. */
export function buildScheduleExportColumns(): readonly ExportColumn<ScheduleEntry>[] {
  const owner: ExportColumn<ScheduleEntry> = {
    key: "OwnerName",
    title: t("Owner"),
    width: 24,
    exportValue: ({ row }) => row.OwnerName,
  };
  const waived: ExportColumn<ScheduleEntry> = {
    key: "Waived",
    title: t("Waived, Rs"),
    width: 10,
    exportValue: ({ row }) => ({ rupees: waivedOf(row) }),
  };
  const following = new Map([
    ["HouseNo", owner],
    ["Outstanding", waived],
  ]);
  return buildScheduleColumns().flatMap((column) => {
    const next = following.get(column.key);
    return next ? [column, next] : [column];
  });
}

/** What waivers and write-offs have taken off the amount and the penalty, in rupees. */
function waivedOf({ WaivedAmount, WaivedPenalty }: ScheduleRow): number {
  return sumRupees([WaivedAmount, WaivedPenalty]);
}

function describeWaived(row: ScheduleRow): string {
  const rupees = waivedOf(row);
  return rupees > 0 ? t("waived {amount}", { amount: formatAmount(rupees) }) : "";
}

function renderPaisa(amount: Paisa) {
  return <Money rupees={toRupees(amount)} dashIfZero />;
}

/** The values of the columns that cards hide on phones. */
function describeOnMobile({ row, received, penalty, daysOverdue }: ScheduleEntry): string {
  if (received > 0) return t("{amount} received", { amount: formatAmount(toRupees(received)) });
  const penaltyText = penalty > 0 ? t("penalty {amount}", { amount: formatAmount(toRupees(penalty)) }) : "";
  return [daysOverdue > 0 ? formatDayCount(daysOverdue) : "", penaltyText, describeWaived(row)]
    .filter(Boolean)
    .join(t(", "));
}

interface MarkPaidContextValue {
  canUpdate: boolean;
  /** The ids of the installments with a pending request. */
  pendingIds: ReadonlySet<number>;
  /** The current record of an installment, which the rows of the table may show a moment later. */
  getRow(id: number): ScheduleRow | undefined;
  onToggle(entry: ScheduleEntry): void;
}

/** A context, so that a tick is shown at once by its checkbox alone; the row and the sums follow. */
export const MarkPaidContext = createContext<MarkPaidContextValue>({
  canUpdate: false,
  pendingIds: new Set(),
  getRow: () => undefined,
  onToggle: () => undefined,
});

/** Shows whether an installment is paid, and changes it on click. */
function PaidCheckbox({ entry, tabIndex }: { entry: ScheduleEntry; tabIndex: 0 | -1 }) {
  const { canUpdate, pendingIds, getRow, onToggle } = useContext(MarkPaidContext);
  const { row, billed, received } = entry;
  const lockedText = useMonthLock().describeLock(paymentSchedule, row);
  return (
    <Checkbox
      fillCell
      hint={lockedText}
      state={toCheckboxState(entry, getRow(row.PaymentScheduleID) ?? row)}
      share={billed === 0 ? 0 : received / billed}
      label={t("{month} {year} of {house} paid", {
        month: formatDueMonth(entry),
        year: monthOf(row.DueDate).year,
        house: row.HouseNo,
      })}
      busy={pendingIds.has(row.PaymentScheduleID)}
      readOnly={!canUpdate || lockedText !== undefined}
      tabIndex={tabIndex}
      onChange={() => onToggle(entry)}
    />
  );
}

/** Name of the month in which the installment is due. */
export function formatDueMonth({ row }: ScheduleEntry): string {
  return monthName(monthOf(row.DueDate).month);
}

/** If the entry is of an earlier state of the row, only whether the row is paid is shown. */
function toCheckboxState({ row, status }: ScheduleEntry, current: ScheduleRow): CheckboxState {
  if (current.IsPaid !== row.IsPaid) return current.IsPaid === 1 ? "checked" : "unchecked";
  if (status === "Paid") return "checked";
  return status === "Part-paid" ? "partial" : "unchecked";
}

const MutedText = styled.span`
  color: ${({ theme }) => theme.color.textMuted};

  ${({ theme }) => theme.mobile} {
    ${typography("meta")}
  }
`;

const WarningText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => toneColor(theme, "warn")};
`;
