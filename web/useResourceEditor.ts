import { useState } from "react";
import type { AnyResource } from "../shared/registry.ts";
import { say, sayMessage } from "./lib/language.ts";
import { reasonOf } from "./lib/useResource.ts";
import { patchOf, type Values, valuesOf } from "./resourceValues.ts";
import { showToast, undoBy } from "./ui/Toast.tsx";
import { useHandler } from "./ui/useHandler.ts";

interface EditorInput<Rec> {
  resource: AnyResource;
  list: {
    create: (body: unknown) => Promise<{ message: string }>;
    update: (record: Rec, patch: Partial<Rec>) => Promise<{ message: string; data: Rec }>;
    remove: (record: Rec) => Promise<string>;
  };
  blank: Values;
}

/** A dialog keeps its content while it closes; `serial` tells one opening from the next. */
interface Opened<Rec> {
  record: Rec;
  open: boolean;
  serial: number;
}

/** Which record is being added, edited or asked about, and what its dialogs do. All functions are stable. */
export function useResourceEditor<Rec extends object>({ resource, list, blank }: EditorInput<Rec>) {
  const [opened, setOpened] = useState<Opened<Rec | undefined>>();
  const [asked, setAsked] = useState<Opened<Rec>>();

  const show = useHandler((record: Rec | undefined) => {
    setOpened({ record, open: true, serial: (opened?.serial ?? 0) + 1 });
  });
  const add = useHandler(() => show(undefined));
  const close = useHandler(() => setOpened(opened && { ...opened, open: false }));
  const ask = useHandler((record: Rec) => setAsked({ record, open: true, serial: (asked?.serial ?? 0) + 1 }));
  const dismiss = useHandler(() => setAsked(asked && { ...asked, open: false }));

  /** `along` says what of somebody else's is saved too. */
  const save = useHandler(async (values: Values, base: Rec | undefined, along?: string) => {
    if (!base) {
      const { message } = await list.create(values);
      showToast({ kind: "success", text: message });
      return close();
    }
    const before = patchOf(resource, base, valuesOf(resource, { record: base, blank }));
    const { message, data } = await list.update(base, patchOf(resource, base, values));
    showToast({
      kind: "success",
      text: along === undefined ? message : say("{message}. {more}", { message: sayMessage(message), more: along }),
      action: undoBy(() => void undo(data, before)),
    });
    close();
  });

  const undo = useHandler(async (saved: Rec, before: Partial<Rec>) => {
    try {
      const { message } = await list.update(saved, before);
      showToast({ kind: "success", text: message });
    } catch (problem) {
      showToast({ kind: "error", text: reasonOf(problem) });
    }
  });

  const remove = useHandler(async () => {
    if (!asked) return;
    const message = await list.remove(asked.record);
    showToast({ kind: "success", text: message });
    dismiss();
  });

  return { opened, asked, add, edit: show, close, save, ask, dismiss, remove };
}
