import type { RowAction } from "../ui/table/tableTypes.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** Takes the place of the actions that change a record of a locked month; says who locked it, and when. */
export function createLockAction(lockedText: string): RowAction {
  return {
    key: "lock",
    label: lockedText,
    icon: "lock",
    onPress: () => showToast({ kind: "error", text: lockedText }),
  };
}
