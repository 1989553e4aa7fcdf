import { useEffect, useMemo, useState } from "react";
import { saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { createUndoAction, showToast, type ToastAction } from "../../ui/toast/Toast.tsx";
import { cellKey, type PermissionCell, type PermissionRecord } from "./permissionMatrix.ts";

/** Whether a permission is allowed, by the key of its cell. */
type AllowedByCell = ReadonlyMap<string, boolean>;

interface PermissionChange {
  RoleID: number;
  MenuID: number;
  ActionID: number;
  IsAllowed: 0 | 1;
}

const emptyDraft: AllowedByCell = new Map();
/** How long saved values override the live list, whose update may arrive after the response. */
const savedOverlayMs = 2_000;
/** Outside the component, so that unsaved edits survive leaving the screen. */
let unsavedEdits = { username: "", edits: emptyDraft };

/** Collects unsaved edits of the permissions and saves them together. Changes by others do not discard them. */
export function usePermissionDraft(permissions: readonly PermissionRecord[]) {
  const username = useSession()?.user.username ?? "";
  const [edits, setEdits] = useState(() => (unsavedEdits.username === username ? unsavedEdits.edits : emptyDraft));
  const [savedOverlay, setSavedOverlay] = useState(emptyDraft);
  const [saving, setSaving] = useState(false);
  const draft: AllowedByCell = useMemo(() => new Map([...savedOverlay, ...edits]), [savedOverlay, edits]);
  const stored = useMemo(() => new Map(permissions.map((row) => [cellKey(row), row.IsAllowed === 1])), [permissions]);
  const changes = useMemo(
    () =>
      [...edits]
        .filter(([key, allowed]) => allowed !== (savedOverlay.get(key) ?? stored.get(key) ?? false))
        .map(parseChange),
    [edits, savedOverlay, stored],
  );

  useEffect(() => {
    unsavedEdits = { username, edits };
  }, [username, edits]);

  const setAllowed = useEvent((cells: readonly PermissionCell[], allowed: boolean) => {
    const next = new Map(edits);
    for (const { key, isLocked } of cells) if (!isLocked) next.set(key, allowed);
    setEdits(next);
  });

  const discard = useEvent(() => setEdits(emptyDraft));

  const save = useEvent(async () => {
    setSaving(true);
    const inverseChanges = changes.map(
      (change): PermissionChange => ({ ...change, IsAllowed: change.IsAllowed === 1 ? 0 : 1 }),
    );
    const undo = createUndoAction(() => void send(inverseChanges));
    if (await send(changes, undo)) setEdits(emptyDraft);
    setSaving(false);
  });

  return { draft, changes, saving, setAllowed, discard, save };

  async function send(changesToSave: readonly PermissionChange[], action?: ToastAction): Promise<boolean> {
    try {
      const { message } = await callEndpoint(saveRolePermissions, { body: { RoleMenuActions: changesToSave } });
      const overlay = new Map(changesToSave.map((change) => [cellKey(change), change.IsAllowed === 1]));
      setSavedOverlay(overlay);
      setTimeout(() => setSavedOverlay((current) => (current === overlay ? emptyDraft : current)), savedOverlayMs);
      const text = action ? (message ?? "Permission updated successfully!") : t("Change undone");
      showToast({ kind: "success", text, action });
      return true;
    } catch (error) {
      showToast({ kind: "error", text: formatSaveError(error) });
      return false;
    }
  }
}

function formatSaveError(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return t("Something went wrong!");
  const hasReason = error.status < 500 && error.hasServerMessage;
  if (!hasReason) return t("Failed to update permissions!");
  return t("Failed to update permissions! {reason}", { reason: error.message });
}

function parseChange([key, allowed]: readonly [string, boolean]): PermissionChange {
  const [RoleID = 0, MenuID = 0, ActionID = 0] = key.split(" ").map(Number);
  return { RoleID, MenuID, ActionID, IsAllowed: allowed ? 1 : 0 };
}
