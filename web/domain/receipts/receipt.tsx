import { type ReactNode, useState } from "react";
import styled from "styled-components";
import type { RecordOf } from "../../../shared/registry.ts";
import {
  type PaymentDetail,
  paymentDetails,
  paymentMethods,
  type paymentReceipt,
  receiptName,
} from "../../../shared/resources/payment-receipt.ts";
import { ApiError } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { t } from "../../i18n/t.ts";
import type { useResource } from "../../live/useResource.ts";
import type { ColumnLayout } from "../../resource/columns.tsx";
import type { RecordMutations } from "../../resource/useResourceEditor.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { appendConcurrentPayment } from "./concurrentPayment.tsx";

/** A receipt as the API sends it, amounts in rupees. */
export type Receipt = RecordOf<typeof paymentReceipt>;

type ReceiptMutations = Pick<
  ReturnType<typeof useResource<Receipt, Receipt, unknown, unknown>>,
  keyof RecordMutations<Receipt>
>;

/**
 * The mutations of receipts with a toast on failure; the form, row or dialog shows the reason. The message of a new
 * receipt names a concurrent payment. `dialog`, which the caller renders, asks before the same payment is saved twice.
 */
export function useReceiptMutations({ create, update, remove }: ReceiptMutations) {
  const [question, setQuestion] = useState<{ text: string; answer: (isConfirmed: boolean) => void }>();

  /** Saves, and saves again with AllowDuplicate if the user confirms a duplicate. */
  async function saveWithQuestion<Saved>(save: (options: { AllowDuplicate?: true }) => Promise<Saved>): Promise<Saved> {
    try {
      return await save({});
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "duplicate")) throw error;
      const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ text: error.message, answer }));
      setQuestion(undefined);
      if (isConfirmed) return save({ AllowDuplicate: true });
      throw error;
    }
  }

  const mutations: RecordMutations<Receipt> = {
    create: (body) =>
      saveWithQuestion((options) => create({ ...withoutOtherDetails(Object(body)), ...options })).then(
        appendConcurrentPayment,
        showErrorToast(t("Error adding receipt")),
      ),
    update: (record, patch) => {
      const changesMethod = patch.PaymentMethod !== undefined && patch.PaymentMethod !== record.PaymentMethod;
      const values = changesMethod ? withoutOtherDetails(patch) : patch;
      return saveWithQuestion((options) => update(record, { ...values, ...options })).catch(
        showErrorToast(t("Error updating receipt")),
      );
    },
    remove: (record, body) => remove(record, body).catch(showErrorToast(t("Error deleting receipt"))),
  };

  const dialog = question && (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && question.answer(false)}
      title={t("Record it anyway?")}
      text={question.text}
      confirmLabel={t("Record anyway")}
      onConfirm={() => question.answer(true)}
    />
  );
  return { mutations, dialog };
}

/** The values of a receipt's form without the details that its form hides for the payment method. */
function withoutOtherDetails<Values extends object>(values: Values): Values {
  const method = paymentMethods.find((name) => name === Reflect.get(values, "PaymentMethod"));
  const hidden = emptyDetails.filter(([name]) => !paymentDetails[method ?? "Cash"].includes(name));
  return { ...values, ...Object.fromEntries(hidden) };
}

const emptyDetails = [
  ["Reference", ""],
  ["BankName", ""],
  ["ChequeNo", ""],
  ["ChequeDate", null],
] as const satisfies readonly (readonly [PaymentDetail, "" | null])[];

function showErrorToast(text: string) {
  return (error: unknown): never => {
    // Concurrent edits are not a failure: they are merged, or resolved in a dialog.
    // A declined duplicate neither.
    if (!(error instanceof ApiError && (error.concurrentEdits || error.code === "duplicate")))
      showToast({ kind: "error", text });
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

/** Whether the receipt was mailed. Residents see no failures, which are the office's to mend. */
export function MailStatusLabel({ receipt }: { receipt: Receipt }) {
  const isResident = useSession()?.user.role.scope === "own";
  const status = getMailStatus(isResident ? { ...receipt, MailError: "" } : receipt);
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
  Changed: { icon: "mail", tone: "warn" },
  Failed: { icon: "mail-x", tone: "bad" },
  Pending: { icon: "mail", tone: "neutral" },
  Imported: { icon: "sheet", tone: "neutral" },
  "No email": { icon: "mail-x", tone: "neutral" },
} as const;

/** Whether the receipt was mailed, in one of a few words. */
export function getMailStatus(receipt: Receipt): keyof typeof mailStatusStyles {
  const { VoidedAt, IsEmailSent, MailedAs, ImportKey, MailError, EmailID } = receipt;
  if (VoidedAt !== null) return "Voided";
  if (MailedAs) return MailError ? "Failed" : "Changed";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID) return "No email";
  return MailError ? "Failed" : "Pending";
}
