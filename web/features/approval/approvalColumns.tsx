import type { RecordOf } from "../../../shared/registry.ts";
import { type approval, approvalKindLabels, approvalStateLabels } from "../../../shared/resources/approval.ts";
import { formatHouseCount } from "../../domain/counts.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { joinIsolated, t, translateMessage } from "../../i18n/t.ts";
import { amountColumn, computedTextColumn, dayColumn, instantColumn, textColumn } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { CellFocus, Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";

export type ApprovalRecord = RecordOf<typeof approval>;

/** The columns of the list; `withDecisionColumns` shows who decided and the note instead of `Date`. */
export function buildApprovalColumns({
  withDecisionColumns,
}: {
  withDecisionColumns: boolean;
}): readonly Column<ApprovalRecord>[] {
  return [
    instantColumn({ key: "RequestedAt", title: t("Requested at"), width: 15, mobileSlot: "hidden" }),
    computedTextColumn({ key: "Kind", title: t("Kind"), width: 17, mobileSlot: "meta" }, describeKind),
    {
      key: "HouseNo",
      title: t("House"),
      width: 9,
      mobileSlot: "title",
      render: (row, focus) => <Houses row={row} focus={focus} />,
      sortValue: describeHouses,
    },
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 2, dropOrder: 1, mobileSlot: "sub" }),
    textColumn({ key: "Subject", title: t("Applies to"), width: 8, mobileSlot: "meta" }),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 10, mobileSlot: "amount" }),
    ...(withDecisionColumns
      ? []
      : [dayColumn<"Date">({ key: "Date", title: t("Date"), width: 10, mobileSlot: "hidden" })]),
    textColumn({ key: "Reason", title: t("Reason"), width: 9, grow: 3, mobileSlot: "hidden" }),
    textColumn({ key: "RequestedBy", title: t("Requested by"), width: 10, grow: 1, mobileSlot: "meta" }),
    {
      key: "State",
      title: t("State"),
      width: 11,
      showsRowState: true,
      mobileSlot: withDecisionColumns ? "meta" : "hidden",
      render: (row) => <ApprovalStatus row={row} />,
      sortValue: ({ State }) => t(approvalStateLabels[State]),
    },
    ...(withDecisionColumns
      ? [
          textColumn({ key: "DecidedBy", title: t("Decided by"), width: 11, grow: 1, mobileSlot: "hidden" }),
          textColumn({ key: "Note", title: t("Note"), width: 8, grow: 2, mobileSlot: "hidden" }),
        ]
      : []),
  ];
}

/** The state of a request; the tooltip has the note, or why it could not be carried out. */
export function ApprovalStatus({ row: { State, Note, StaleReason } }: { row: ApprovalRecord }) {
  return (
    <StatusLabel {...stateStyles[State]} title={StaleReason === "" ? Note : translateMessage(StaleReason)}>
      {t(approvalStateLabels[State])}
    </StatusLabel>
  );
}

const stateStyles = {
  pending: { icon: "circle-dashed", tone: "warn" },
  approved: { icon: "check", tone: "good" },
  declined: { icon: "x", tone: "bad" },
  stale: { icon: "minus", tone: "neutral" },
} as const;

/** The request in one line: `Waiver · A-1 · Rs 5,000.00`, `Unlocking of a month · 10/2026`. */
export function describeApproval(row: ApprovalRecord): string {
  const amount = row.HouseCount > 0 ? `Rs ${formatAmount(row.Amount)}` : "";
  return joinIsolated([describeKind(row), describeHouses(row), row.Subject, amount]);
}

export function describeKind({ Kind }: ApprovalRecord): string {
  return t(approvalKindLabels[Kind]);
}

function describeHouses({ PlotID, HouseNo, HouseCount }: ApprovalRecord): string {
  if (PlotID !== null) return HouseNo;
  return HouseCount > 0 ? formatHouseCount(HouseCount) : "";
}

function Houses({ row, focus }: { row: ApprovalRecord; focus: CellFocus }) {
  if (row.PlotID === null) return describeHouses(row);
  return <HouseLink houseNo={row.HouseNo} category={row.CategoryName} tabIndex={focus.tabIndex} />;
}
