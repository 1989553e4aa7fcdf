import { createContext, useEffect, useId, useMemo, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { signedInSessionAtom, useSession } from "../../api/session.ts";
import { store } from "../../hooks/store.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import { type FormValues, isSameValue } from "../formValues.ts";
import type { SentEntry, SentValues } from "./useIdempotentSend.ts";

interface FormDraftInput {
  form: UseFormReturn<FormValues, unknown, FormValues>;
  /** The form and its record: the draft of one form is not offered in another. */
  formKey: string;
  /** False after the form was saved or discarded. */
  isOpen: boolean;
  /** Secret fields are not stored. */
  fieldInfo: FieldInfoMap;
  /** The version of the record that the user edits. */
  base: object | undefined;
  /** Called with the stored base, which may be older than the record is now. */
  onBaseRestored: (base: unknown) => void;
}

interface FormDraft {
  values?: FormValues;
  base?: unknown;
  fileName?: string | undefined;
  /** What was sent without an answer, so that it is sent again under its key. */
  sent?: [string, SentEntry][];
}

/** The id of the form that was opened last, by the storage key of its draft. */
const lastFormIds = new Map<string, string>();

/** What fields need to know of the draft. Of a chosen file, the name is stored with the draft, the content is not. */
interface DraftState {
  /** Whether the stored values have been filled in. */
  isRestored: boolean;
  /** The name of the file that was chosen before the page was reloaded or left. */
  lostFileName: string | undefined;
  storeFileName: (name: string | undefined) => void;
}

/** Provided by a form that has a draft. */
export const DraftContext = createContext<DraftState>({
  isRestored: false,
  lostFileName: undefined,
  storeFileName: () => undefined,
});

/**
 * Stores the changed values of a form in this tab until it is saved or discarded, and fills them in again when the form
 * is opened after a reload, after the user has left the page, or in a later session of the user. `isRestored` says
 * whether it has done so.
 */
export function useFormDraft({ form, formKey, isOpen, fieldInfo, base, onBaseRestored }: FormDraftInput) {
  const userName = useSession()?.user.username ?? "";
  const storageKey = `draft:${userName}:${formKey}`;
  const [isRestored, setIsRestored] = useState(false);
  const [sentAt, setSentAt] = useState<number>();
  const [lostFileName, setLostFileName] = useState<string>();
  const fileName = useRef<string>(undefined);
  const sent = useRef<SentValues>(new Map());
  const isStoring = useRef(false);
  const formId = useId();

  const restore = useEvent(() => {
    const draft = readDraft(storageKey);
    const values = Object.entries(draft.values ?? {});
    for (const [name, value] of values) form.setValue(name, value, { shouldDirty: true });
    setIsRestored(values.length > 0);
    setLostFileName(draft.fileName);
    fileName.current = draft.fileName;
    sent.current = new Map(draft.sent);
    const [firstSent] = sent.current.values();
    setSentAt(firstSent?.sentAt);
    if (values.length > 0) onBaseRestored(draft.base);
  });
  const storeDraft = useEvent((values: FormValues) => {
    const defaults: FormValues = form.formState.defaultValues ?? {};
    const changed = Object.entries(values)
      .filter(([name, value]) => !isSameValue(value, defaults[name]) && !fieldInfo.get(name)?.secret)
      // JSON has no undefined, which is the value of an emptied field.
      .map(([name, value]) => [name, value ?? null]);
    // The sent values would contain the secret.
    const hasSecret = [...fieldInfo.values()].some(({ secret }) => secret);
    const draft: FormDraft = {
      values: Object.fromEntries(changed),
      base,
      fileName: fileName.current,
      sent: hasSecret ? [] : [...sent.current],
    };
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  });
  const storeFileName = useEvent((name: string | undefined) => {
    fileName.current = name;
    setLostFileName(undefined);
    storeDraft(form.getValues());
  });
  const isOpenFor = useEvent((key: string) => isOpen && key === storageKey);
  const { watch } = form;
  useEffect(() => {
    if (!isOpen) return;
    lastFormIds.set(storageKey, formId);
    restore();
    const { href } = location;
    const { lang } = document.documentElement;
    const subscription = watch((values) => storeDraft(values));
    isStoring.current = true;
    return () => {
      isStoring.current = false;
      subscription.unsubscribe();
      // Kept if the user leaves the page with the form open, as with the Back button, if the session ends, or if another
      // language renders all screens again.
      const isLeft =
        location.href !== href ||
        document.documentElement.lang !== lang ||
        store.get(signedInSessionAtom) === undefined;
      if (!isLeft || !isOpenFor(storageKey)) sessionStorage.removeItem(storageKey);
    };
  }, [isOpen, storageKey, restore, storeDraft, isOpenFor, watch, formId]);
  return {
    isRestored,
    /** When the restored values were first sent without an answer, in ms since 1970. */
    sentAt: isRestored ? sentAt : undefined,
    state: useMemo(() => ({ isRestored, lostFileName, storeFileName }), [isRestored, lostFileName, storeFileName]),
    sent: {
      read: () => sent.current,
      // Nothing is stored after the form was closed, which has removed the draft.
      store: () => isStoring.current && storeDraft(form.getValues()),
    },
    /** To call after saving. Keeps the draft if the user has left the form and opened it again before it was saved. */
    discard: () => {
      if (lastFormIds.get(storageKey) === formId) sessionStorage.removeItem(storageKey);
    },
  };
}

function readDraft(storageKey: string): FormDraft {
  const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  return typeof draft === "object" && draft !== null ? { ...draft } : {};
}
