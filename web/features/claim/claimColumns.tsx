import { readSlip } from "../../../shared/endpoints/claim.ts";
import { type ClaimRecord, claim, claimStateLabels } from "../../../shared/resources/claim.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { useCan } from "../../api/session.ts";
import { AttachmentButtons } from "../../domain/attachments.tsx";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { formatPaymentDetails } from "../../domain/receipts/paymentDetails.tsx";
import { t } from "../../i18n/t.ts";
import { amountColumn, computedTextColumn, dayColumn, instantColumn, textColumn } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { CellFocus, Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { attachSlip } from "./slip.ts";

/** The columns of the list; `withOwner` for staff, because residents know who owns their house. */
export function buildClaimColumns({ withOwner }: { withOwner: boolean }): readonly Column<ClaimRecord>[] {
  return [
    instantColumn({ key: "CreatedAt", title: t("Sent on"), width: 16, mobileSlot: "hidden" }),
    houseColumn({ title: t("House"), width: 9, mobileSlot: "title" }),
    ...(withOwner
      ? [textColumn<"OwnerName">({ key: "OwnerName", title: t("Owner"), width: 12, grow: 2, mobileSlot: "sub" })]
      : []),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 11, mobileSlot: "amount" }),
    dayColumn({ key: "PaymentDate", title: t("Paid On"), width: 12, mobileSlot: "meta" }),
    computedTextColumn(
      { key: "Method", title: t("Payment Method"), width: 24, grow: 2, mobileSlot: "hidden" },
      describePayment,
    ),
    {
      key: "AttachmentType",
      title: t("Slip"),
      width: 9,
      mobileSlot: "action",
      render: (row, focus) => <SlipCell row={row} focus={focus} />,
      renderMobile: (row, focus) => <SlipCell row={row} focus={focus} hasOneButton />,
      exportValue: ({ AttachmentType }) => (AttachmentType === "" ? "" : t("Yes")),
    },
    {
      key: "State",
      title: t("State"),
      width: 16,
      grow: 1,
      showsRowState: true,
      mobileSlot: withOwner ? "meta" : "sub",
      render: (row) => <ClaimStatus row={row} />,
      sortValue: describeOutcome,
    },
  ];
}

/** `A-1 · Rs 5,000.00`. */
export function describeClaim({ HouseNo, Amount }: ClaimRecord): string {
  return `${HouseNo} · Rs ${formatAmount(Amount)}`;
}

function describePayment(row: ClaimRecord): string {
  return [t(row.Method), formatPaymentDetails(row)].filter(Boolean).join(t(", "));
}

/** The state, with the receipt of a confirmed claim and the note of a declined one. */
function ClaimStatus({ row }: { row: ClaimRecord }) {
  return (
    <StatusLabel {...stateStyles[row.State]} title={row.Note}>
      {describeOutcome(row)}
    </StatusLabel>
  );
}

function describeOutcome({ State, ReceiptNo, Note }: ClaimRecord): string {
  const outcome = ReceiptNo === null ? Note : receiptName({ ReceiptNo });
  return [t(claimStateLabels[State]), outcome].filter(Boolean).join(" · ");
}

const stateStyles = {
  open: { icon: "circle-dashed", tone: "warn" },
  confirmed: { icon: "check", tone: "good" },
  declined: { icon: "x", tone: "bad" },
} as const;

/** Buttons to download the slip and to attach one; with `hasOneButton` only the first that applies. */
function SlipCell({
  row,
  focus,
  hasOneButton = false,
}: {
  row: ClaimRecord;
  focus: CellFocus;
  hasOneButton?: boolean;
}) {
  const canAdd = useCan(claim.guards.create.page, "CanAdd");
  const name = describeClaim(row);
  const canAttach = canAdd && row.State === "open" && (!hasOneButton || row.AttachmentType === "");
  return (
    <AttachmentButtons
      type={row.AttachmentType}
      path={readSlip.path.replace(":ClaimID", String(row.ClaimID))}
      downloadLabel={t("Download the slip of {name}", { name })}
      attachLabel={t("Attach the slip of {name}", { name })}
      onAttach={canAttach ? (body) => attachSlip(row.ClaimID, body) : undefined}
      focus={focus}
    />
  );
}
