import { useEffect, useMemo, useState } from "react";
import { saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { showToast, type ToastAction, undoAction } from "../../ui/toast/Toast.tsx";
import { cellKey, type PermissionCell, type PermissionRecord } from "./permissionMatrix.ts";

type Draft = ReadonlyMap<string, boolean>;

interface Grant {
  RoleID: number;
  MenuID: number;
  ActionID: number;
  IsAllowed: 0 | 1;
}

const emptyDraft: Draft = new Map();
/** By then the news of one's own save has come, and what others do shows again. */
const savedOverlayMs = 2_000;
/** What somebody went away from without saving, to find it when they come back. */
let unsavedDraft = { username: "", edits: emptyDraft };

/** Edits of the grid that are not saved yet, whatever others save meanwhile; and the one save for all of them. */
export function usePermissionDraft(permissions: readonly PermissionRecord[]) {
  const person = useSession()?.user.username ?? "";
  const [edits, setEdits] = useState(() => (unsavedDraft.username === person ? unsavedDraft.edits : emptyDraft));
  const [saved, setSaved] = useState(emptyDraft);
  const [saving, setSaving] = useState(false);
  const draft: Draft = useMemo(() => new Map([...saved, ...edits]), [saved, edits]);
  const kept = useMemo(() => new Map(permissions.map((row) => [cellKey(row), row.IsAllowed === 1])), [permissions]);
  const changes = useMemo(
    () => [...edits].filter(([key, allowed]) => allowed !== (saved.get(key) ?? kept.get(key) ?? false)).map(parseGrant),
    [edits, saved, kept],
  );

  useEffect(() => {
    unsavedDraft = { username: person, edits };
  }, [person, edits]);

  const set = useEvent((boxes: readonly PermissionCell[], allowed: boolean) => {
    const next = new Map(edits);
    for (const { key, isLocked } of boxes) if (!isLocked) next.set(key, allowed);
    setEdits(next);
  });

  const discard = useEvent(() => setEdits(emptyDraft));

  const save = useEvent(async () => {
    setSaving(true);
    const pairs = changes;
    const before = pairs.map((pair) => ({ ...pair, IsAllowed: pair.IsAllowed === 1 ? (0 as const) : (1 as const) }));
    if (
      await send(
        pairs,
        undoAction(() => void send(before)),
      )
    )
      setEdits(emptyDraft);
    setSaving(false);
  });

  return { draft, changes, saving, setAllowed: set, discard, save };

  async function send(pairs: readonly Grant[], action?: ToastAction): Promise<boolean> {
    try {
      const { message } = await callEndpoint(saveRolePermissions, { body: { RoleMenuActions: pairs } });
      setSaved(new Map(pairs.map((pair) => [cellKey(pair), pair.IsAllowed === 1])));
      setTimeout(() => setSaved(emptyDraft), savedOverlayMs);
      showToast({ kind: "success", text: message ?? "Permission updated successfully!", action });
      return true;
    } catch (problem) {
      showToast({ kind: "error", text: formatSaveError(problem) });
      return false;
    }
  }
}

function formatSaveError(problem: unknown): string {
  if (!(problem instanceof ApiError) || problem.status === 0) return t("Something went wrong!");
  const told = problem.status < 500 && problem.message !== "API request failed";
  if (!told) return t("Failed to update permissions!");
  return t("Failed to update permissions! {reason}", { reason: translateMessage(problem.message) });
}

function parseGrant([key, allowed]: readonly [string, boolean]): Grant {
  const [RoleID = 0, MenuID = 0, ActionID = 0] = key.split(" ").map(Number);
  return { RoleID, MenuID, ActionID, IsAllowed: allowed ? 1 : 0 };
}
