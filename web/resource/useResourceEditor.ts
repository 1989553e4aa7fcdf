import { useState } from "react";
import type { AnyResource } from "../../shared/registry.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { createUndoAction, showToast } from "../ui/toast/Toast.tsx";
import { type FormValues, toFormValues, toRecordPatch } from "./formValues.ts";
import { showResultToast } from "./showResultToast.ts";

/** How records are saved. Each throws an ApiError; `remove` returns the server's message. */
export interface RecordMutations<Rec> {
  create: (body: unknown) => Promise<{ message: string }>;
  update: (record: Rec, patch: Partial<Rec>) => Promise<{ message: string; data: Rec }>;
  remove: (record: Rec) => Promise<string>;
}

interface ResourceEditorOptions<Rec> {
  resource: AnyResource;
  mutations: RecordMutations<Rec>;
  defaultValues: FormValues;
}

/** A dialog keeps its content while it closes; `serial` changes with each opening and is the React key. */
interface OpenDialog<Rec> {
  record: Rec;
  open: boolean;
  serial: number;
}

/**
 * The state and actions of a list's dialogs: `opened` is the form to add or edit a record, `deleting` the question
 * before a delete. All functions are stable.
 */
export function useResourceEditor<Rec extends object>({
  resource,
  mutations,
  defaultValues,
}: ResourceEditorOptions<Rec>) {
  const [opened, setOpened] = useState<OpenDialog<Rec | undefined>>();
  const [deleting, setDeleting] = useState<OpenDialog<Rec>>();

  const edit = useEvent((record: Rec | undefined) => {
    setOpened({ record, open: true, serial: (opened?.serial ?? 0) + 1 });
  });
  const add = useEvent(() => edit(undefined));
  const close = useEvent(() => setOpened(opened && { ...opened, open: false }));
  const askDelete = useEvent((record: Rec) => setDeleting({ record, open: true, serial: (deleting?.serial ?? 0) + 1 }));
  const cancelDelete = useEvent(() => setDeleting(deleting && { ...deleting, open: false }));

  /** Updates `base`, or creates a record without it. `mergedNote` describes changes by others that are kept. */
  const save = useEvent(async (values: FormValues, base: Rec | undefined, mergedNote?: string) => {
    if (!base) {
      const { message } = await mutations.create(values);
      showToast({ kind: "success", text: message });
      return close();
    }
    const previousValues = toRecordPatch<Rec>(resource, toFormValues(resource, { record: base, defaultValues }));
    const { message, data } = await mutations.update(base, toRecordPatch<Rec>(resource, values));
    showToast({
      kind: "success",
      text:
        mergedNote === undefined
          ? message
          : t("{message}. {more}", { message: translateMessage(message), more: mergedNote }),
      action: createUndoAction(() => void showResultToast(mutations.update(data, previousValues))),
    });
    close();
  });

  const remove = useEvent(async () => {
    if (!deleting) return;
    const message = await mutations.remove(deleting.record);
    showToast({ kind: "success", text: message });
    cancelDelete();
  });

  return { opened, deleting, add, edit, close, save, askDelete, cancelDelete, remove };
}
