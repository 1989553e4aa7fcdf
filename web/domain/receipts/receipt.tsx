import type { ReactNode } from "react";
import styled from "styled-components";
import type { RecordOf } from "../../../shared/registry.ts";
import { type paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ApiError } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import type { useResource } from "../../live/useResource.ts";
import type { ColumnLayout } from "../../resource/columns.tsx";
import type { RecordMutations } from "../../resource/useResourceEditor.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { addConcurrentPaymentNotice } from "./concurrentPayment.tsx";

/** A receipt as the API sends it, amounts in rupees. */
export type Receipt = RecordOf<typeof paymentReceipt>;

type ReceiptMutations = Pick<
  ReturnType<typeof useResource<Receipt, Receipt, unknown, unknown>>,
  keyof RecordMutations<Receipt>
>;

/**
 * The mutations of receipts with a toast on failure; the form, row or dialog shows the reason. The message of a new
 * receipt names a concurrent payment.
 */
export function withReceiptToasts({ create, update, remove }: ReceiptMutations): RecordMutations<Receipt> {
  return {
    create: (body) => create(body).then(addConcurrentPaymentNotice, showErrorToast(t("Error adding receipt"))),
    update: (record, patch) => update(record, patch).catch(showErrorToast(t("Error updating receipt"))),
    remove: (record) => remove(record).catch(showErrorToast(t("Error deleting receipt"))),
  };
}

function showErrorToast(text: string) {
  return (error: unknown): never => {
    // Concurrent edits are no failure: they are merged, or resolved in a dialog.
    if (!(error instanceof ApiError && error.concurrentEdits)) showToast({ kind: "error", text });
    throw error;
  };
}

/** The column with the number of a receipt; struck through if the receipt is voided. */
export function receiptNameColumn(column: Omit<ColumnLayout, "title">): Column<Receipt> {
  return {
    ...column,
    key: "ReceiptNo",
    title: t("Receipt"),
    render: (receipt) => strikeThroughIfVoided(receipt, <bdi dir="ltr">{receiptName(receipt)}</bdi>),
    sortValue: ({ ReceiptNo }) => ReceiptNo,
    exportValue: receiptName,
  };
}

/** The amount of a receipt; struck through if the receipt is voided. */
export function renderReceiptAmount(receipt: Receipt): ReactNode {
  return strikeThroughIfVoided(receipt, <Money rupees={receipt.AmountPaid} strong />);
}

function strikeThroughIfVoided({ VoidedAt }: Receipt, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Strikethrough>{content}</Strikethrough>;
}

const Strikethrough = styled.del`
  color: ${({ theme }) => theme.color.textSubtle};

  > * {
    text-decoration: line-through;
  }
`;

/** Whether the receipt was mailed, or why not. */
export function MailStatusLabel({ receipt }: { receipt: Receipt }) {
  const status = getMailStatus(receipt);
  const { icon, tone } = mailStatusStyles[status];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {t(status)}
    </StatusLabel>
  );
}

const mailStatusStyles = {
  Voided: { icon: "x", tone: "neutral" },
  Sent: { icon: "mail-check", tone: "good" },
  Failed: { icon: "mail-x", tone: "bad" },
  Pending: { icon: "mail", tone: "neutral" },
  Imported: { icon: "sheet", tone: "neutral" },
  "No email": { icon: "mail-x", tone: "neutral" },
} as const;

export function getMailStatus(receipt: Receipt): keyof typeof mailStatusStyles {
  const { VoidedAt, IsEmailSent, ImportKey, MailError, EmailID } = receipt;
  if (VoidedAt !== null) return "Voided";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID) return "No email";
  return MailError ? "Failed" : "Pending";
}
