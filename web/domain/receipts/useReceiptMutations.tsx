import { useEffect, useState } from "react";
import { type PaymentDetail, paymentDetails, paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { ApiError } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { subscribeTopic } from "../../live/cache.ts";
import type { useResource } from "../../live/useResource.ts";
import type { RecordMutations } from "../../resource/useResourceEditor.ts";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { appendConcurrentPayment } from "./concurrentPayment.tsx";
import type { Receipt } from "./receipt.ts";

type ReceiptMutations = Pick<
  ReturnType<typeof useResource<Receipt, Receipt, unknown, unknown>>,
  keyof RecordMutations<Receipt>
>;

interface SaveOptions {
  AllowDuplicate?: true;
}

/** Asks whether to save a receipt that seems to record a payment a second time. The caller renders `dialog`. */
export function useDuplicateQuestion() {
  const [question, setQuestion] = useState<{ text: string; answer: (isConfirmed: boolean) => void }>();

  /** Saves, and saves again with AllowDuplicate if the user confirms a duplicate. */
  async function saveConfirmingDuplicate<Saved>(save: (options: SaveOptions) => Promise<Saved>): Promise<Saved> {
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
  return { saveConfirmingDuplicate, dialog };
}

/**
 * The mutations of receipts. They show a toast on failure; the form, row or dialog shows the reason. The message of a
 * new receipt names a concurrent payment. The caller renders `dialog`, which asks about duplicates.
 */
export function useReceiptMutations({ create, update, remove }: ReceiptMutations) {
  // Concurrent payments are found by the changes of installments, which the screen does not subscribe to unless it lists
  // them. Subscribed before a form is opened, because appendConcurrentPayment also looks at earlier changes.
  useEffect(() => subscribeTopic(paymentSchedule.name), []);
  const { saveConfirmingDuplicate, dialog } = useDuplicateQuestion();

  /** Shows no toast. A repeated call with the same `idempotencyKey` creates one receipt. Throws an ApiError. */
  function createReceipt(body: object, idempotencyKey: string) {
    return saveConfirmingDuplicate((options) =>
      create({ ...clearHiddenDetails(body), ...options }, keyOfSave(idempotencyKey, options)),
    );
  }

  const mutations: RecordMutations<Receipt> = {
    create: (body, idempotencyKey) =>
      createReceipt(Object(body), idempotencyKey).then(
        appendConcurrentPayment,
        showErrorToast(t("Error adding receipt")),
      ),
    update: (record, patch) => {
      const changesMethod = patch.PaymentMethod !== undefined && patch.PaymentMethod !== record.PaymentMethod;
      const values = changesMethod ? clearHiddenDetails(patch) : patch;
      return saveConfirmingDuplicate((options) => update(record, { ...values, ...options })).catch(
        showErrorToast(t("Error updating receipt")),
      );
    },
    remove: (record, body) => remove(record, body).catch(showErrorToast(t("Error deleting receipt"))),
  };
  return { mutations, createReceipt, dialog };
}

/**
 * The idempotency key of a request with these options. The confirmed request has a key of its own, because the server
 * refuses another body under the key of an earlier request, and the user starts with the first request again if the
 * answer is lost.
 */
export function keyOfSave(idempotencyKey: string, { AllowDuplicate }: SaveOptions): string {
  return AllowDuplicate ? `${idempotencyKey}-duplicate` : idempotencyKey;
}

/** Clears the details that the form hides for the payment method; `methodField` is the field of the method. */
export function clearHiddenDetails<Values extends object>(values: Values, methodField = "PaymentMethod"): Values {
  const method = paymentMethods.find((name) => name === Reflect.get(values, methodField));
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
    // Not failures: concurrent edits are merged or resolved in a dialog, and a duplicate was declined by the user.
    if (!(error instanceof ApiError && (error.concurrentEdits || error.code === "duplicate")))
      showToast({ kind: "error", text });
    throw error;
  };
}
