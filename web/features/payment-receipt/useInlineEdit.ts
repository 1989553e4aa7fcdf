import { createContext, useState } from "react";
import { useForm } from "react-hook-form";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { ApiError } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { describeError } from "../../live/useResource.ts";
import { describeMergedFromOthers } from "../../resource/conflict/describeMergedFromOthers.ts";
import { saveMerged } from "../../resource/conflict/saveMerged.ts";
import { useMergeConflict } from "../../resource/conflict/useMergeConflict.ts";
import { useMarkFormOpen } from "../../resource/form/openForms.ts";
import { useRevocation } from "../../resource/form/useRevocation.ts";
import { type FormValues, resourceResolver, toFormValues } from "../../resource/formValues.ts";
import type { FieldInfoMap } from "../../ui/form/useFormField.ts";
import { receiptDefaultValues } from "./receiptDefaultValues.ts";
import type { Receipt } from "./useReceiptFilters.ts";

interface InlineEdit {
  /** PaymentReceiptID of the row that is being changed; 0 for none. */
  id: number;
  onSave: () => void;
  onCancel: () => void;
}

/** What the cells of the table know of the row that is being changed. */
export const InlineEditContext = createContext<InlineEdit>({
  id: 0,
  onSave: () => undefined,
  onCancel: () => undefined,
});

interface InlineEditInput {
  /** Saves over `base`; `along` says what of somebody else's is saved too. Throws a Problem. */
  save: (values: FormValues, base: Receipt, along?: string) => Promise<void>;
  /** What the fields are called. */
  fieldInfo: FieldInfoMap;
  /** The row is read again: the keyboard goes back to the table. */
  onClose: () => void;
}

/** One row at a time is changed where it stands; a refused save or a withdrawn right leaves it open as typed. All functions are stable. */
export function useInlineEdit({ save, fieldInfo, onClose }: InlineEditInput) {
  const [base, setBase] = useState<Receipt>();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<FormValues, unknown, FormValues>({ resolver: resourceResolver(paymentReceipt) });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const dirty = Object.keys(dirtyFields).length > 0;
  const clash = useMergeConflict<Receipt>();
  const withdrawal = useRevocation(paymentReceipt, "update");
  useMarkFormOpen(base !== undefined);

  const start = useEvent(async (receipt: Receipt) => {
    if (isSubmitting || (base && dirty && !(await submit()))) return;
    setRefusal(undefined);
    form.reset(toFormValues(paymentReceipt, { record: receipt, blank: receiptDefaultValues }));
    setBase(receipt);
  });

  const leave = useEvent(() => {
    setBase(undefined);
    setRefusal(undefined);
    onClose();
  });

  /** Says whether the row is saved. */
  const submit = useEvent(async (): Promise<boolean> => {
    if (!base || isSubmitting || withdrawal) return false;
    if (!dirty) {
      leave();
      return true;
    }
    let saved = false;
    await form.handleSubmit(async (values) => {
      setRefusal(undefined);
      try {
        saved = await saveMerged({
          resource: paymentReceipt,
          defaultValues: receiptDefaultValues,
          values,
          base,
          resolveConflict: clash.openConflict,
          save: (merged, over, along) => save(merged, over, along && describeMergedFromOthers(along, fieldInfo)),
          onMerged: takeIn,
        });
        if (saved) leave();
      } catch (problem) {
        refuse(problem);
      }
    })();
    return saved;
  });

  function refuse(problem: unknown) {
    setRefusal(describeError(problem));
    if (!(problem instanceof ApiError)) return;
    for (const [name, message] of Object.entries(problem.errors)) form.setError(name, { message });
  }

  function takeIn(values: FormValues, over: Receipt) {
    for (const name of Object.keys(receiptDefaultValues)) form.setValue(name, values[name]);
    setBase(over);
  }

  const wrong = Object.values(errors)[0]?.message;
  const id = base?.PaymentReceiptID ?? 0;
  return {
    form,
    /** Of the row; 0 for none. */
    id,
    /** The receipt that is being changed, as it was. */
    base,
    refusal: refusal ?? (wrong === undefined ? undefined : String(wrong)),
    conflict: clash,
    revocation: base && withdrawal,
    start,
    close: leave,
    submit,
  };
}
