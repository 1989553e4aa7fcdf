import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { isPaymentDetail, paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { describeFailedSave } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { receiptDefaultValues } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { describeMergedFromOthers, saveMerged } from "../../resource/conflict/saveMerged.ts";
import { useMergeConflict } from "../../resource/conflict/useMergeConflict.ts";
import { useDeletion } from "../../resource/form/deletion.tsx";
import { useFormDraft } from "../../resource/form/formDraft.ts";
import { useMarkFormOpen } from "../../resource/form/openForms.ts";
import { useRevocation } from "../../resource/form/revocation.tsx";
import { asVersionOf, createResourceResolver, type FormValues, toFormValues } from "../../resource/formValues.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

interface InlineEditInput {
  /**
   * Saves `values` as a change of `base`; `mergedNote` describes concurrent changes that are kept. Throws an ApiError.
   */
  save: (values: FormValues, base: Receipt, mergedNote?: string) => Promise<void>;
  fieldInfo: FieldInfoMap;
  /** Called when editing ends, to focus the table. */
  onClose: () => void;
}

/**
 * Edits one row at a time in place. The input is kept when a save fails, the right is revoked or the receipt voided. All
 * functions are stable.
 */
export function useInlineEdit({ save, fieldInfo, onClose }: InlineEditInput) {
  const [base, setBase] = useState<Receipt>();
  const [saveError, setSaveError] = useState<string>();
  const [hasOpenDetails, setHasOpenDetails] = useState(false);
  const form = useForm<FormValues, unknown, FormValues>({ resolver: createResourceResolver(paymentReceipt) });
  const { isSubmitting, isDirty, errors } = form.formState;
  const conflict = useMergeConflict<Receipt>();
  const revocation = useRevocation(paymentReceipt, "update");
  const deletion = useDeletion(paymentReceipt, base);
  useMarkFormOpen(base !== undefined);
  const draft = useFormDraft({
    form,
    formKey: `${paymentReceipt.name}:${base?.PaymentReceiptID ?? 0}`,
    isOpen: base !== undefined,
    fieldInfo,
    base,
    // The typed values belong to this version: changes by others since then are merged on saving.
    onBaseRestored: (stored) => setBase((base && asVersionOf(stored, { resource: paymentReceipt, base })) ?? base),
  });
  useEffect(() => {
    if (draft.isRestored)
      showToast({ kind: "info", text: t("What you typed here and did not save is filled in again") });
  }, [draft.isRestored]);

  /** Edits the receipt, after saving the row that is edited already. If that save fails, the other row stays edited. */
  const start = useEvent(async (receipt: Receipt) => {
    if (isSubmitting || (base && isDirty && !(await submit()))) return;
    setSaveError(undefined);
    form.reset(toFormValues(paymentReceipt, { record: receipt, defaultValues: receiptDefaultValues }));
    setBase(receipt);
  });

  const openDetails = useEvent(() => setHasOpenDetails(true));
  const closeDetails = useEvent(() => setHasOpenDetails(false));

  const close = useEvent(() => {
    setHasOpenDetails(false);
    setBase(undefined);
    setSaveError(undefined);
    onClose();
  });

  /** Saves the row and ends editing. Returns whether it is saved, also true without a change. */
  const submit = useEvent(async (): Promise<boolean> => {
    if (!base || isSubmitting || revocation || deletion) return false;
    if (!isDirty) {
      close();
      return true;
    }
    let saved = false;
    await form.handleSubmit(async (values) => {
      setSaveError(undefined);
      try {
        saved = await saveMerged({
          resource: paymentReceipt,
          defaultValues: receiptDefaultValues,
          values,
          base,
          resolveConflict: conflict.openConflict,
          save: (merged, newBase, mergedFromOthers) =>
            save(merged, newBase, mergedFromOthers && describeMergedFromOthers(mergedFromOthers, fieldInfo)),
          onMerged: applyMerged,
        });
        if (!saved) return;
        draft.discard();
        close();
      } catch (error) {
        showError(error);
      }
    })();
    return saved;
  });

  function showError(error: unknown) {
    setSaveError(describeFailedSave(error));
    if (!(error instanceof ApiError)) return;
    for (const [name, message] of Object.entries(error.errors)) form.setError(name, { message });
    // The row has no fields for the payment details.
    if (Object.keys(error.errors).some(isPaymentDetail)) setHasOpenDetails(true);
  }

  function applyMerged(values: FormValues, newBase: Receipt) {
    for (const name of Object.keys(receiptDefaultValues)) form.setValue(name, values[name]);
    setBase(newBase);
  }

  const validationMessage = Object.values(errors)[0]?.message;
  const id = base?.PaymentReceiptID ?? 0;
  return {
    form,
    /** PaymentReceiptID of the edited row; 0 for none. */
    id,
    /** The version of the edited receipt that the input changes: of the start, a restored draft or the last merge. */
    base,
    saveError: saveError ?? (validationMessage === undefined ? undefined : String(validationMessage)),
    conflict,
    revocation: base && revocation,
    /** The void of the edited receipt by another user. */
    deletion,
    start,
    close,
    submit,
    hasOpenDetails,
    openDetails,
    closeDetails,
  };
}
