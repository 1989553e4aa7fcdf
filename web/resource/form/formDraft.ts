import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useSession } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import { type FormValues, isSameValue } from "../formValues.ts";

interface FormDraftInput {
  form: UseFormReturn<FormValues, unknown, FormValues>;
  /** The form and its record: the draft of one form is not offered in another. */
  formKey: string;
  /** False after the form was saved or discarded. */
  isOpen: boolean;
  /** Secret fields are not stored. */
  fieldInfo: FieldInfoMap;
}

/**
 * Stores the changed values of a form in this tab while it is open, and fills them in again after a reload. Returns
 * whether it has done so.
 */
export function useFormDraft({ form, formKey, isOpen, fieldInfo }: FormDraftInput): boolean {
  const userName = useSession()?.user.username ?? "";
  const storageKey = `draft:${userName}:${formKey}`;
  const [isRestored, setIsRestored] = useState(false);

  const restore = useEvent(() => {
    const draft = readDraft(storageKey);
    for (const [name, value] of Object.entries(draft)) form.setValue(name, value, { shouldDirty: true });
    setIsRestored(Object.keys(draft).length > 0);
  });
  const store = useEvent((values: FormValues) => {
    const defaults: FormValues = form.formState.defaultValues ?? {};
    const changed = Object.entries(values).filter(
      ([name, value]) => !isSameValue(value, defaults[name]) && !fieldInfo.get(name)?.secret,
    );
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(changed)));
  });
  const { watch } = form;
  useEffect(() => {
    if (!isOpen) return;
    restore();
    const subscription = watch((values) => store(values));
    return () => {
      subscription.unsubscribe();
      sessionStorage.removeItem(storageKey);
    };
  }, [isOpen, storageKey, restore, store, watch]);
  return isRestored;
}

function readDraft(storageKey: string): FormValues {
  const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  return typeof draft === "object" && draft !== null ? { ...draft } : {};
}
