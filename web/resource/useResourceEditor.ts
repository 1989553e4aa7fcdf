import { useState } from "react";
import type { AnyResource } from "../../shared/registry.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { describeError } from "../live/useResource.ts";
import { showToast, undoAction } from "../ui/toast/Toast.tsx";
import { type FormValues, toFormValues, toRecordPatch } from "./formValues.ts";

interface ResourceEditorOptions<Rec> {
  resource: AnyResource;
  list: {
    create: (body: unknown) => Promise<{ message: string }>;
    update: (record: Rec, patch: Partial<Rec>) => Promise<{ message: string; data: Rec }>;
    remove: (record: Rec) => Promise<string>;
  };
  defaultValues: FormValues;
}

/** A dialog keeps its content while it closes; `serial` tells one opening from the next. */
interface Opened<Rec> {
  record: Rec;
  open: boolean;
  serial: number;
}

/** Which record is being added, edited or asked about, and what its dialogs do. All functions are stable. */
export function useResourceEditor<Rec extends object>({ resource, list, defaultValues }: ResourceEditorOptions<Rec>) {
  const [opened, setOpened] = useState<Opened<Rec | undefined>>();
  const [asked, setAsked] = useState<Opened<Rec>>();

  const show = useEvent((record: Rec | undefined) => {
    setOpened({ record, open: true, serial: (opened?.serial ?? 0) + 1 });
  });
  const add = useEvent(() => show(undefined));
  const close = useEvent(() => setOpened(opened && { ...opened, open: false }));
  const ask = useEvent((record: Rec) => setAsked({ record, open: true, serial: (asked?.serial ?? 0) + 1 }));
  const dismiss = useEvent(() => setAsked(asked && { ...asked, open: false }));

  /** `along` says what of somebody else's is saved too. */
  const save = useEvent(async (values: FormValues, base: Rec | undefined, along?: string) => {
    if (!base) {
      const { message } = await list.create(values);
      showToast({ kind: "success", text: message });
      return close();
    }
    const before = toRecordPatch(resource, base, toFormValues(resource, { record: base, blank: defaultValues }));
    const { message, data } = await list.update(base, toRecordPatch(resource, base, values));
    showToast({
      kind: "success",
      text: along === undefined ? message : t("{message}. {more}", { message: translateMessage(message), more: along }),
      action: undoAction(() => void undo(data, before)),
    });
    close();
  });

  const undo = useEvent(async (saved: Rec, before: Partial<Rec>) => {
    try {
      const { message } = await list.update(saved, before);
      showToast({ kind: "success", text: message });
    } catch (problem) {
      showToast({ kind: "error", text: describeError(problem) });
    }
  });

  const remove = useEvent(async () => {
    if (!asked) return;
    const message = await list.remove(asked.record);
    showToast({ kind: "success", text: message });
    dismiss();
  });

  return { opened, deleting: asked, add, edit: show, close, save, askDelete: ask, cancelDelete: dismiss, remove };
}
