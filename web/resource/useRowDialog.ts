import { useCallback, useState } from "react";
import type { AnyResource } from "../../shared/registry.ts";
import { idOf } from "./formValues.ts";

interface LiveList<Rec> {
  rows: readonly Rec[];
  status: "loading" | "ready" | "failed";
}

/**
 * The dialog of a row in a list; undefined while none is open. It has the mode in which it was opened and the row as it
 * is now. When the row leaves the list, the dialog stays open with the last state of the row, and `hasRowLeftList` is true.
 */
export function useRowDialog<Rec extends object, Mode extends string>(
  resource: AnyResource,
  { rows, status }: LiveList<Rec>,
) {
  const [opened, setOpened] = useState<{ row: Rec; mode: Mode }>();
  const currentRow = opened && rows.find((row) => idOf(resource, row) === idOf(resource, opened.row));
  if (currentRow && currentRow !== opened.row) setOpened({ ...opened, row: currentRow });
  const open = useCallback((row: Rec, mode: Mode) => setOpened({ row, mode }), []);
  const close = useCallback(() => setOpened(undefined), []);
  return { dialog: opened && { ...opened, hasRowLeftList: status === "ready" && !currentRow }, open, close };
}
