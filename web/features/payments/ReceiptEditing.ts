import { createContext, useState } from "react";
import { useForm } from "react-hook-form";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { savedAlong } from "../../conflict/savedAlong.ts";
import { saveMerged } from "../../conflict/saveMerged.ts";
import { useClash } from "../../conflict/useClash.ts";
import { useFormOpen } from "../../lib/openForms.ts";
import { Problem } from "../../lib/request.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { useWithdrawal } from "../../lib/withdrawn.ts";
import { checkedBy, type Values, valuesOf } from "../../resourceValues.ts";
import type { FieldsTold } from "../../ui/FormControl.ts";
import { useHandler } from "../../ui/useHandler.ts";
import { blankReceipt } from "./ReceiptBlank.ts";
import type { Receipt } from "./ReceiptFilter.ts";

interface Editing {
  /** PaymentReceiptID of the row that is being changed; 0 for none. */
  id: number;
  onSave: () => void;
  onCancel: () => void;
}

/** What the cells of the table know of the row that is being changed. */
export const ReceiptEdit = createContext<Editing>({ id: 0, onSave: () => undefined, onCancel: () => undefined });

interface EditingInput {
  /** Saves over `base`; `along` says what of somebody else's is saved too. Throws a Problem. */
  save: (values: Values, base: Receipt, along?: string) => Promise<void>;
  /** What the fields are called. */
  told: FieldsTold;
  /** The row is read again: the keyboard goes back to the table. */
  onLeft: () => void;
}

/** One row at a time is changed where it stands; a refused save or a withdrawn right leaves it open as typed. All functions are stable. */
export function useReceiptEditing({ save, told, onLeft }: EditingInput) {
  const [base, setBase] = useState<Receipt>();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Values, unknown, Values>({ resolver: checkedBy(paymentReceipt) });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const dirty = Object.keys(dirtyFields).length > 0;
  const clash = useClash<Receipt>();
  const withdrawal = useWithdrawal(paymentReceipt, "update");
  useFormOpen(base !== undefined);

  const start = useHandler(async (receipt: Receipt) => {
    if (isSubmitting || (base && dirty && !(await submit()))) return;
    setRefusal(undefined);
    form.reset(valuesOf(paymentReceipt, { record: receipt, blank: blankReceipt }));
    setBase(receipt);
  });

  const leave = useHandler(() => {
    setBase(undefined);
    setRefusal(undefined);
    onLeft();
  });

  /** Says whether the row is saved. */
  const submit = useHandler(async (): Promise<boolean> => {
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
          blank: blankReceipt,
          values,
          base,
          ask: clash.ask,
          save: (merged, over, along) => save(merged, over, along && savedAlong(along, told)),
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
    setRefusal(reasonOf(problem));
    if (!(problem instanceof Problem)) return;
    for (const [name, message] of Object.entries(problem.errors)) form.setError(name, { message });
  }

  function takeIn(values: Values, over: Receipt) {
    for (const name of Object.keys(blankReceipt)) form.setValue(name, values[name]);
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
    clash,
    withdrawal: base && withdrawal,
    start,
    leave,
    submit,
  };
}
