import { useCallback, useEffect, useMemo, useState } from "react";
import { saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { createStateByKey } from "../../hooks/stateByKey.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { createUndoAction, showToast, type ToastAction } from "../../ui/toast/Toast.tsx";
import { cellKey, type MenuActionPair, type PermissionCell, type PermissionRecord } from "./permissionMatrix.ts";

/** Whether a permission is allowed, by the key of its cell. */
type AllowedByCell = ReadonlyMap<string, boolean>;

interface PermissionChange {
  RoleID: number;
  MenuID: number;
  ActionID: number;
  IsAllowed: 0 | 1;
}

interface Draft {
  edits: AllowedByCell;
  isSaving: boolean;
}

const noValues: AllowedByCell = new Map();
/** How long saved values override the live list, whose update may arrive after the response. */
const savedOverlayMs = 2_000;
/** By username. Unsaved edits survive leaving the screen, also while some of them are being saved. */
const drafts = createStateByKey<Draft>({ edits: noValues, isSaving: false });

interface LoadedPermissions {
  permissions: readonly PermissionRecord[];
  /** Empty while they are loading. */
  roles: readonly Pick<PermissionRecord, "RoleID">[];
  /** Empty while they are loading. */
  menuActionPairs: readonly MenuActionPair[];
}

/**
 * Collects unsaved edits of the permissions and saves them together. `draft` has the values to show in place of those
 * of the live list, `changes` those to save. Changes by other users do not discard edits, except those of a role or a
 * menu action that was deleted.
 */
export function usePermissionDraft({ permissions, roles, menuActionPairs }: LoadedPermissions) {
  const username = useSession()?.user.username ?? "";
  const { edits, isSaving } = drafts.useState(username);
  const [savedOverlay, setSavedOverlay] = useState(noValues);
  const draft: AllowedByCell = useMemo(() => new Map([...savedOverlay, ...edits]), [savedOverlay, edits]);
  const saved: AllowedByCell = useMemo(
    () => new Map([...permissions.map((row) => [cellKey(row), row.IsAllowed === 1] as const), ...savedOverlay]),
    [permissions, savedOverlay],
  );
  const allKeys = useMemo(
    () => new Set(roles.flatMap(({ RoleID }) => menuActionPairs.map((pair) => cellKey({ ...pair, RoleID })))),
    [roles, menuActionPairs],
  );
  /** Without edits that equal the saved value, and those of a deleted role or menu action. */
  const withoutObsolete = useCallback(
    (all: AllowedByCell) =>
      new Map([...withoutEqual(all, (key) => saved.get(key) ?? false)].filter(([key]) => allKeys.has(key))),
    [saved, allKeys],
  );
  const effectiveEdits = useMemo(() => withoutObsolete(edits), [edits, withoutObsolete]);
  const changes = useMemo(() => [...effectiveEdits].map(parseChange), [effectiveEdits]);

  // Drops edits that equal the saved value, because they would hide and revert what another user saves later. Not while
  // edits are being saved: an edit back to the value before that save is still needed. Not while a list is loading: the
  // saved values are unknown.
  useEffect(() => {
    if (!isSaving && permissions.length > 0 && allKeys.size > 0 && effectiveEdits.size < edits.size)
      drafts.update(username, (current) => ({ edits: withoutObsolete(current.edits) }));
  }, [username, isSaving, permissions, allKeys, edits, effectiveEdits, withoutObsolete]);

  const setAllowed = useEvent((cells: readonly PermissionCell[], allowed: boolean) => {
    const newEdits = cells.filter(({ isLocked }) => !isLocked).map(({ key }) => [key, allowed] as const);
    drafts.update(username, (current) => ({ edits: new Map([...current.edits, ...newEdits]) }));
  });

  const discard = useEvent(() => drafts.update(username, () => ({ edits: noValues })));

  const save = useEvent(async () => {
    drafts.update(username, () => ({ isSaving: true }));
    const inverseChanges = changes.map(
      (change): PermissionChange => ({ ...change, IsAllowed: change.IsAllowed === 1 ? 0 : 1 }),
    );
    const undo = createUndoAction(() => void send(inverseChanges));
    await send(changes, undo);
    drafts.update(username, () => ({ isSaving: false }));
  });

  return { draft, changes, saving: isSaving, setAllowed, discard, save };

  async function send(changesToSave: readonly PermissionChange[], action?: ToastAction): Promise<void> {
    try {
      const { message } = await callEndpoint(saveRolePermissions, { body: { RoleMenuActions: changesToSave } });
      const overlay = new Map(changesToSave.map((change) => [cellKey(change), change.IsAllowed === 1]));
      setSavedOverlay(overlay);
      setTimeout(() => setSavedOverlay((current) => (current === overlay ? noValues : current)), savedOverlayMs);
      // Permissions that were set to another value in the meantime remain unsaved edits.
      drafts.update(username, (current) => ({ edits: withoutEqual(current.edits, (key) => overlay.get(key)) }));
      const text = action ? (message ?? "Permission updated successfully!") : t("Change undone");
      showToast({ kind: "success", text, action });
    } catch (error) {
      showToast({ kind: "error", text: formatSaveError(error) });
    }
  }
}

function withoutEqual(edits: AllowedByCell, getValue: (key: string) => boolean | undefined): AllowedByCell {
  return new Map([...edits].filter(([key, allowed]) => allowed !== getValue(key)));
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
