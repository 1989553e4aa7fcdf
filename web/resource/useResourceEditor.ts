import { useState } from "react";
import { isMailStateField } from "../../shared/domain/mail-state.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { describeChange } from "../api/describeError.ts";
import { ApiError, isSentForApproval } from "../api/request.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { isolate, t, translateName } from "../i18n/t.ts";
import { useGetEditor } from "../live/presence.ts";
import { useRecentChanges } from "../live/recentChanges.ts";
import type { DeletionReason } from "../live/useResource.ts";
import { createUndoAction, showToast, type ToastMessage } from "../ui/toast/Toast.tsx";
import {
  asVersionOf,
  type FormValues,
  idOf,
  isSameValue,
  titleOf,
  toFormValues,
  toRecordPatch,
  versionOf,
} from "./formValues.ts";
import { type SuccessMessage, showResultToast, showSuccessToast } from "./showResultToast.ts";

/** How records are saved. Each throws an ApiError. */
export interface RecordMutations<Rec> {
  /** Resolves without `data` if the record was sent for approval. */
  create: (body: unknown, idempotencyKey: string) => Promise<SuccessMessage & { data: Rec | undefined }>;
  update: (record: Rec, patch: Partial<Rec>) => Promise<SuccessMessage & { data: Rec }>;
  remove: (record: Rec, body?: DeletionReason) => Promise<SuccessMessage>;
}

/** The record that a form saves over, or the key of a new record. */
export type SaveTarget<Rec> =
  | { base?: undefined; idempotencyKey: string; mergedNote?: undefined; updatedText?: undefined }
  | {
      base: Rec;
      /** Describes changes by others that are kept. */
      mergedNote?: string | undefined;
      /** Replaces the server's message. */
      updatedText?: string;
    };

interface ResourceEditorOptions<Rec> {
  resource: AnyResource;
  mutations: RecordMutations<Rec>;
  defaultValues: FormValues;
  /** The name of a record in toasts; its title field if left out. */
  getName?: ((record: Rec) => string) | undefined;
  /** The form closes when the promise settles. */
  onCreated?: ((record: Rec) => Promise<void>) | undefined;
  getAfterCreateActions?: AfterCreateActions<Rec> | undefined;
}

/**
 * Returns the buttons, and a detail other than the name, for the toast of a new record. `askDelete` opens the dialog
 * that deletes it.
 */
export type AfterCreateActions<Rec> = (
  record: Rec,
  askDelete: (record: Rec) => void,
) => Pick<ToastMessage, "action" | "leadingAction" | "detail">;

/** A dialog keeps its record while it closes. `dialogKey` changes with each opening and is the React key. */
interface DialogState<Rec> {
  record: Rec;
  open: boolean;
  dialogKey: number;
}

/**
 * The state and actions of a list's dialogs: `formDialog` adds or edits a record, `deleteDialog` asks before a record is
 * deleted. While it is open, `deleteDialog` has the newest version of its record, and that version is deleted. All
 * functions are stable.
 */
export function useResourceEditor<Rec extends object>({
  resource,
  mutations,
  defaultValues,
  getName = (record) => titleOf(resource, record),
  onCreated,
  getAfterCreateActions,
}: ResourceEditorOptions<Rec>) {
  const [formDialog, setFormDialog] = useState<DialogState<Rec | undefined>>();
  const [deleteDialog, setDeleteDialog] = useState<DialogState<Rec> & { changedText?: string }>();

  const edit = useEvent((record: Rec | undefined) => {
    setFormDialog({ record, open: true, dialogKey: (formDialog?.dialogKey ?? 0) + 1 });
  });
  const add = useEvent(() => edit(undefined));
  const close = useEvent(() => setFormDialog(formDialog && { ...formDialog, open: false }));
  const askDelete = useEvent((record: Rec) =>
    setDeleteDialog({ record, open: true, dialogKey: (deleteDialog?.dialogKey ?? 0) + 1 }),
  );
  const cancelDelete = useEvent(() => setDeleteDialog(deleteDialog && { ...deleteDialog, open: false }));

  // The user may have closed the dialog and opened another one before the answer came.
  const closeForm = (dialogKey: number | undefined) => setFormDialog((current) => closeDialog(current, dialogKey));

  const save = useEvent(async (values: FormValues, target: SaveTarget<Rec>, submittedDialogKey?: number) => {
    const dialogKey = submittedDialogKey ?? formDialog?.dialogKey;
    if ("idempotencyKey" in target) {
      const saved = await mutations.create(values, target.idempotencyKey);
      if (saved.data) await onCreated?.(saved.data);
      showSuccessToast(
        { ...saved, detail: saved.data && describe(saved.data) },
        saved.data && getAfterCreateActions?.(saved.data, askDelete),
      );
      return closeForm(dialogKey);
    }
    const { base, mergedNote, updatedText } = target;
    const storedValues = toFormValues(resource, { record: base, defaultValues });
    const previousValues = toRecordPatch(resource, { values: storedValues, base });
    const saved = await mutations.update(base, toRecordPatch(resource, { values, base }));
    const { message, data } = saved;
    const name = describe(data);
    if (isSentForApproval(saved)) {
      showSuccessToast({ ...saved, detail: name });
      return closeForm(dialogKey);
    }
    showToast({
      kind: "success",
      text: updatedText ?? message,
      detail: mergedNote === undefined ? name : t("{message}. {more}", { message: name, more: mergedNote }),
      action: createUndoAction(() => void undo(data, previousValues)),
    });
    closeForm(dialogKey);
  });

  const remove = useEvent(async (body?: DeletionReason) => {
    if (!deleteDialog) return;
    const { record, dialogKey } = deleteDialog;
    try {
      const removed = await mutations.remove(record, body);
      showSuccessToast({ ...removed, detail: describe(record) });
      setDeleteDialog((current) => closeDialog(current, dialogKey));
    } catch (error) {
      const newer = error instanceof ApiError && asVersionOf(error.data, { resource, base: record });
      if (newer)
        setDeleteDialog((current) =>
          current?.dialogKey === dialogKey ? { ...current, record: { ...record, ...newer } } : current,
        );
      throw error;
    }
  });

  function undo(changed: Rec, previousValues: Partial<Rec>): Promise<void> {
    return showResultToast(
      mutations.update(changed, previousValues).then((saved) => {
        const detail = describe(saved.data);
        return isSentForApproval(saved) ? { ...saved, detail } : { message: t("Change undone"), detail };
      }),
    );
  }

  function describe(record: Rec): string {
    return t("{noun} {name}", { noun: translateName(resource.label), name: isolate(getName(record)) });
  }

  const change = useRecentChanges().findLast(
    ({ resource: name, id, type }) =>
      deleteDialog?.open && type === "upsert" && name === resource.name && id === idOf(resource, deleteDialog.record),
  );
  const newer = deleteDialog && change && asVersionOf(change.record, { resource, base: deleteDialog.record });
  if (newer && versionOf(newer) > versionOf(deleteDialog.record)) {
    const isOnlyMailed = isMailStateChange(deleteDialog.record, newer);
    const changedText = isOnlyMailed ? deleteDialog.changedText : describeChange(change);
    setDeleteDialog({ ...deleteDialog, record: { ...deleteDialog.record, ...newer }, changedText });
  }

  const getEditingUser = useGetEditor(resource.name);
  const deleteDialogState = deleteDialog && {
    ...deleteDialog,
    /** The other user who has the record open in a form. */
    editing: getEditingUser(idOf(resource, deleteDialog.record)),
  };
  return { formDialog, deleteDialog: deleteDialogState, add, edit, close, save, askDelete, cancelDelete, remove };
}

/** Whether nothing but the state of the record's email has changed. */
function isMailStateChange(before: object, after: object): boolean {
  const previous = new Map(Object.entries(before));
  return Object.entries(after).every(
    ([field, value]) => field === "Version" || isMailStateField(field) || isSameValue(value, previous.get(field)),
  );
}

/** Closes the dialog unless it is another one by now. */
function closeDialog<Dialog extends DialogState<unknown>>(
  dialog: Dialog | undefined,
  dialogKey: number | undefined,
): Dialog | undefined {
  return dialog?.dialogKey === dialogKey && dialog ? { ...dialog, open: false } : dialog;
}
