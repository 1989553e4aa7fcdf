import type { ReactNode } from "react";
import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { useSession } from "../../api/session.ts";
import { useAreMailsWrittenToFiles } from "../../api/societyInfo.ts";
import { t } from "../../i18n/t.ts";
import type { ColumnLayout } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { Strikethrough } from "../../ui/text/Text.tsx";
import { formatSent } from "../mailLabels.ts";
import { getMailStatus, type Receipt } from "./receipt.ts";

/** The column with the number of a receipt; struck through if the receipt does not count. */
export function receiptNameColumn(column: Omit<ColumnLayout, "title">): Column<Receipt> {
  return {
    ...column,
    key: "ReceiptNo",
    title: t("Receipt"),
    render: (receipt) => strikeThroughIfNotCounted(receipt, <bdi dir="ltr">{receiptName(receipt)}</bdi>),
    sortValue: ({ ReceiptNo }) => ReceiptNo,
    exportValue: receiptName,
  };
}

/** The amount of a receipt; struck through if the receipt does not count. */
export function renderReceiptAmount(receipt: Receipt): ReactNode {
  return strikeThroughIfNotCounted(receipt, <Money rupees={receipt.AmountPaid} strong />);
}

function strikeThroughIfNotCounted(receipt: Receipt, content: ReactNode): ReactNode {
  const counts = receipt.VoidedAt === null && !isBouncedOrReturned(receipt);
  return counts ? content : <Strikethrough>{content}</Strikethrough>;
}

/** Whether the receipt was mailed. Residents do not see failures, which only staff can correct. */
export function MailStatusLabel({ receipt }: { receipt: Receipt }) {
  const isResident = useSession()?.user.role.scope === "own";
  const asFiles = useAreMailsWrittenToFiles();
  const status = getMailStatus(isResident ? { ...receipt, MailError: "" } : receipt);
  const { icon, tone } = mailStatusStyles[status];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {status === "Sent" ? formatSent(asFiles) : t(status)}
    </StatusLabel>
  );
}

const mailStatusStyles = {
  Voided: { icon: "x", tone: "neutral" },
  Bounced: { icon: "undo", tone: "bad" },
  Returned: { icon: "undo", tone: "neutral" },
  Sent: { icon: "mail-check", tone: "good" },
  Changed: { icon: "mail", tone: "warn" },
  Failed: { icon: "mail-x", tone: "bad" },
  Pending: { icon: "mail", tone: "neutral" },
  Imported: { icon: "sheet", tone: "neutral" },
  "No email": { icon: "mail-x", tone: "neutral" },
} as const;
