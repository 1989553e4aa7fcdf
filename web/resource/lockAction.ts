import type { RowAction } from "../ui/table/tableTypes.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** Shown instead of the actions that change a record, if its month is locked; says who locked the month, and when. */
export function createLockAction(lockedText: string): RowAction {
  return {
    key: "lock",
    label: lockedText,
    icon: "lock",
    onPress: () => showToast({ kind: "error", text: lockedText }),
  };
}
