import { useCallback, useState } from "react";
import type { AnyResource } from "../../shared/registry.ts";
import { idOf } from "./formValues.ts";

/**
 * The dialog of a row in a list. `dialog` has the row as it is now and the mode in which it was opened; undefined while
 * no dialog is open, and when the row has left the list.
 */
export function useRowDialog<Rec extends object, Mode extends string>(resource: AnyResource, rows: readonly Rec[]) {
  const [opened, setOpened] = useState<{ id: number; mode: Mode }>();
  const row = opened && rows.find((candidate) => idOf(resource, candidate) === opened.id);
  const open = useCallback((record: Rec, mode: Mode) => setOpened({ id: idOf(resource, record), mode }), [resource]);
  const close = useCallback(() => setOpened(undefined), []);
  return { dialog: opened && row && { row, mode: opened.mode }, open, close };
}
