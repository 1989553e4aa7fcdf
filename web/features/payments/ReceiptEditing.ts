import { createContext, useState } from "react";
import { useForm } from "react-hook-form";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { Problem } from "../../lib/request.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { checkedBy, currentIn, sameValue, type Values, valuesOf } from "../../resourceValues.ts";
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
  /** Saves over `base`. Throws a Problem. */
  save: (values: Values, base: Receipt) => Promise<void>;
  /** The row is read again: the keyboard goes back to the table. */
  onLeft: () => void;
}

/** One row at a time is changed where it stands; a refused save leaves it open as typed. All functions are stable. */
export function useReceiptEditing({ save, onLeft }: EditingInput) {
  const [base, setBase] = useState<Receipt>();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Values, unknown, Values>({ resolver: checkedBy(paymentReceipt) });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const dirty = Object.keys(dirtyFields).length > 0;

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
    if (!base || isSubmitting) return false;
    if (!dirty) {
      leave();
      return true;
    }
    let saved = false;
    await form.handleSubmit(async (values) => {
      setRefusal(undefined);
      try {
        await save(values, base);
        saved = true;
        leave();
      } catch (problem) {
        refuse(problem, base);
      }
    })();
    return saved;
  });

  function refuse(problem: unknown, before: Receipt) {
    setRefusal(reasonOf(problem));
    if (!(problem instanceof Problem)) return;
    for (const [name, message] of Object.entries(problem.errors)) form.setError(name, { message });
    const theirs = problem.status === 409 && currentIn(problem.data, { resource: paymentReceipt, base: before });
    if (theirs) takeIn(theirs, before);
  }

  /** What a colleague changed shows beside one's own typing; the next save is over that. */
  function takeIn(theirs: Receipt, before: Receipt) {
    const old = valuesOf(paymentReceipt, { record: before, blank: blankReceipt });
    for (const [name, value] of Object.entries(valuesOf(paymentReceipt, { record: theirs, blank: blankReceipt })))
      if (sameValue(form.getValues(name), old[name])) form.setValue(name, value);
    setBase(theirs);
  }

  const wrong = Object.values(errors)[0]?.message;
  const id = base?.PaymentReceiptID ?? 0;
  return { form, id, refusal: refusal ?? (wrong === undefined ? undefined : String(wrong)), start, leave, submit };
}
