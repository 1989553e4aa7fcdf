import type { ReactNode } from "react";
import { type Day, formatDay, monthOf } from "../../../shared/dates.ts";
import { isDebit, toChargeRow } from "../../../shared/domain/adjustments.ts";
import { type ScheduleStatus, scheduleStatus } from "../../../shared/domain/schedule.ts";
import { adjustmentKindLabels, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { formatIsoDateTime, monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { dayColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Strikethrough } from "../../ui/text/Text.tsx";
import { Balance, exportBalance } from "../Balance.tsx";
import { houseColumn } from "../HouseLink.tsx";
import { Status } from "../Status.tsx";
import { VoidNote } from "../voids.tsx";
import { type AdjustmentRecord, adjustmentToPaisa } from "./adjustmentAmounts.ts";

interface AdjustmentColumnsOptions {
  today: Day;
  /** The list has several houses, so its columns name the house and its owner. */
  withHouse: boolean;
  /** The list has only voided adjustments: who has voided them and why replaces the state. */
  onlyVoided?: boolean;
}

/** The columns of a list of adjustments. */
export function buildAdjustmentColumns(options: AdjustmentColumnsOptions): readonly Column<AdjustmentRecord>[] {
  const { today, withHouse, onlyVoided = false } = options;
  return [
    {
      key: "AdjustmentNo",
      title: t("No."),
      width: 7,
      mobileSlot: withHouse ? "sub" : "title",
      render: (row) => strikeThroughIfVoided(row, <bdi dir="ltr">{adjustmentName(row)}</bdi>),
      sortValue: ({ AdjustmentNo }) => AdjustmentNo,
      exportValue: adjustmentName,
    },
    dayColumn({ key: "Date", title: t("Date"), width: 10, mobileSlot: "meta" }),
    ...(withHouse
      ? [
          houseColumn({ title: t("House"), width: 10 }),
          textColumn({ key: "OwnerName", title: t("Owner"), width: 13, grow: 2, mobileSlot: "hidden" }),
        ]
      : []),
    {
      key: "Kind",
      title: t("Kind"),
      width: 13,
      mobileSlot: withHouse ? "meta" : "sub",
      render: describeKind,
      sortValue: describeKind,
    },
    {
      key: "Amount",
      title: t("Amount, Rs"),
      width: 12,
      align: "end",
      mobileSlot: "amount",
      render: (row) => strikeThroughIfVoided(row, <Balance rupees={row.Amount} strong />),
      sortValue: ({ Amount }) => Amount,
      exportValue: ({ Amount }) => exportBalance(Amount),
    },
    {
      key: "Concerns",
      title: t("Concerns"),
      width: 20,
      grow: 1,
      mobileSlot: "hidden",
      render: (row) => <bdi title={describeItem(row)}>{describeItem(row)}</bdi>,
      sortValue: describeItem,
    },
    textColumn({ key: "Reason", title: t("Reason"), width: 10, grow: 3, mobileSlot: "hidden" }),
    onlyVoided ? voidColumn() : stateColumn(today),
  ];
}

function stateColumn(today: Day): Column<AdjustmentRecord> {
  return {
    key: "State",
    title: t("State"),
    width: 14,
    showsRowState: true,
    mobileSlot: "meta",
    render: (row) => <AdjustmentState row={row} today={today} />,
    renderMobile: (row) => describeState(row, today) !== "" && <AdjustmentState row={row} today={today} />,
    sortValue: (row) => describeState(row, today),
  };
}

/** Why, by whom and when the adjustment was voided; within a VoidsProvider. */
function voidColumn(): Column<AdjustmentRecord> {
  return {
    key: "VoidedAt",
    title: t("Voided"),
    width: 22,
    grow: 2,
    showsRowState: true,
    mobileSlot: "meta",
    render: renderVoid,
    sortValue: ({ VoidedAt }) => VoidedAt,
    exportValue: (row) => describeVoid(row),
  };
}

function renderVoid(row: AdjustmentRecord): ReactNode {
  return <VoidNote id={row.AdjustmentID} record={row} />;
}

/** Whether a charge is paid, how much credit is left, or why the adjustment was voided. */
function AdjustmentState({ row, today }: { row: AdjustmentRecord; today: Day }) {
  if (row.VoidedAt !== null) return renderVoid(row);
  const status = statusOf(row, today);
  return status ? <Status value={status} /> : describeState(row, today) || "—";
}

function describeState(row: AdjustmentRecord, today: Day): string {
  if (row.VoidedAt !== null) return t("Voided");
  const status = statusOf(row, today);
  if (status) return t(status);
  return row.Credit > 0 ? t("Credit left") : "";
}

/** The status of a charge or opening balance that the house owes; undefined for other kinds. */
function statusOf(row: AdjustmentRecord, today: Day): ScheduleStatus | undefined {
  const adjustment = adjustmentToPaisa(row);
  return isDebit(adjustment) ? scheduleStatus(toChargeRow(adjustment), today) : undefined;
}

function describeVoid({ VoidedAt, VoidReason }: AdjustmentRecord): string {
  return t("{day}: {reason}", { day: formatIsoDateTime(VoidedAt ?? ""), reason: VoidReason });
}

function describeKind({ Kind }: AdjustmentRecord): string {
  return t(adjustmentKindLabels[Kind]);
}

/** The installment or charge that the adjustment lowers, the house that gets it, or the day it is due. */
function describeItem({ Kind, Amount, DueDate, ChargeID, Of, ToHouseNo }: AdjustmentRecord): string {
  if (Kind === "transfer") return t("To {house}", { house: ToHouseNo });
  if (Kind === "refund" || Amount < 0) return t("Credit");
  if (DueDate === null) return "";
  if (ChargeID !== null) return t("Charge due {day}", { day: formatDay(DueDate) });
  if (Kind === "charge" || Kind === "opening") return t("Due {day}", { day: formatDay(DueDate) });
  const month = monthYearText(monthOf(DueDate));
  return Of === "penalty" ? t("Penalty of {month}", { month }) : month;
}

function strikeThroughIfVoided({ VoidedAt }: AdjustmentRecord, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Strikethrough>{content}</Strikethrough>;
}
