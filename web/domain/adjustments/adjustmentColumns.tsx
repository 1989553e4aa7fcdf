import type { ReactNode } from "react";
import type { Day } from "../../../shared/dates.ts";
import {
  adjustmentStatus,
  describeAdjustedItem,
  describeAdjustmentState,
} from "../../../shared/documents/adjustment-texts.ts";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { adjustmentKindLabels, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t, translateDocumentText } from "../../i18n/t.ts";
import { computedTextColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Strikethrough } from "../../ui/text/Text.tsx";
import { Balance, exportBalance } from "../Balance.tsx";
import { houseColumn } from "../HouseLink.tsx";
import { Status } from "../Status.tsx";
import { VoidNote } from "../voids.tsx";

interface AdjustmentColumnsOptions {
  today: Day;
  /** Whether the list has several houses, so that columns name the house and its owner. */
  withHouse: boolean;
  /** Whether the list has voided adjustments only: who has voided them and why replaces the state. */
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
          textColumn({ key: "OwnerName", title: t("Owner"), width: 13, grow: 2, mobileSlot: "sub" }),
        ]
      : []),
    computedTextColumn(
      { key: "Kind", title: t("Kind"), width: 13, grow: 1, mobileSlot: withHouse ? "meta" : "sub" },
      describeKind,
    ),
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
      key: "Item",
      title: t("Applies to"),
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
    width: 16,
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
  const status = adjustmentStatus(row, today);
  return status ? <Status value={status} /> : describeState(row, today) || "—";
}

function describeVoid({ VoidedAt, VoidReason }: AdjustmentRecord): string {
  return t("{time}: {reason}", { time: formatTimestamp(VoidedAt ?? ""), reason: VoidReason });
}

function describeKind({ Kind }: AdjustmentRecord): string {
  return t(adjustmentKindLabels[Kind]);
}

function describeItem(row: AdjustmentRecord): string {
  return describeAdjustedItem(row, translateDocumentText);
}

function describeState(row: AdjustmentRecord, today: Day): string {
  return describeAdjustmentState(row, { today, t: translateDocumentText });
}

function strikeThroughIfVoided({ VoidedAt }: AdjustmentRecord, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Strikethrough>{content}</Strikethrough>;
}
