import { useEffect, useMemo, useState } from "react";
import { saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { say, sayMessage } from "../../lib/language.ts";
import { call, Problem } from "../../lib/request.ts";
import { useSession } from "../../lib/session.ts";
import { showToast, type ToastAction, undoBy } from "../../ui/Toast.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { type Box, keyOf, type Permission } from "./permissionBoxes.ts";

type Draft = ReadonlyMap<string, boolean>;

interface Grant {
  RoleID: number;
  MenuID: number;
  ActionID: number;
  IsAllowed: 0 | 1;
}

const nothing: Draft = new Map();
/** By then the news of one's own save has come, and what others do shows again. */
const settledMs = 2_000;
/** What somebody went away from without saving, to find it when they come back. */
let left = { by: "", edits: nothing };

/** Edits of the grid that are not saved yet, whatever others save meanwhile; and the one save for all of them. */
export function usePermissionDraft(permissions: readonly Permission[]) {
  const person = useSession()?.user.username ?? "";
  const [edits, setEdits] = useState(() => (left.by === person ? left.edits : nothing));
  const [saved, setSaved] = useState(nothing);
  const [saving, setSaving] = useState(false);
  const draft: Draft = useMemo(() => new Map([...saved, ...edits]), [saved, edits]);
  const kept = useMemo(() => new Map(permissions.map((row) => [keyOf(row), row.IsAllowed === 1])), [permissions]);
  const changes = useMemo(
    () => [...edits].filter(([key, allowed]) => allowed !== (saved.get(key) ?? kept.get(key) ?? false)).map(asPair),
    [edits, saved, kept],
  );

  useEffect(() => {
    left = { by: person, edits };
  }, [person, edits]);

  const set = useHandler((boxes: readonly Box[], allowed: boolean) => {
    const next = new Map(edits);
    for (const { key, locked } of boxes) if (!locked) next.set(key, allowed);
    setEdits(next);
  });

  const discard = useHandler(() => setEdits(nothing));

  const save = useHandler(async () => {
    setSaving(true);
    const pairs = changes;
    const before = pairs.map((pair) => ({ ...pair, IsAllowed: pair.IsAllowed === 1 ? (0 as const) : (1 as const) }));
    if (
      await send(
        pairs,
        undoBy(() => void send(before)),
      )
    )
      setEdits(nothing);
    setSaving(false);
  });

  return { draft, changes, saving, set, discard, save };

  async function send(pairs: readonly Grant[], action?: ToastAction): Promise<boolean> {
    try {
      const { message } = await call(saveRolePermissions, { body: { RoleMenuActions: pairs } });
      setSaved(new Map(pairs.map((pair) => [keyOf(pair), pair.IsAllowed === 1])));
      setTimeout(() => setSaved(nothing), settledMs);
      showToast({ kind: "success", text: message ?? "Permission updated successfully!", action });
      return true;
    } catch (problem) {
      showToast({ kind: "error", text: reasonIn(problem) });
      return false;
    }
  }
}

function reasonIn(problem: unknown): string {
  if (!(problem instanceof Problem) || problem.status === 0) return say("Something went wrong!");
  const told = problem.status < 500 && problem.message !== "API request failed";
  if (!told) return say("Failed to update permissions!");
  return say("Failed to update permissions! {reason}", { reason: sayMessage(problem.message) });
}

function asPair([key, allowed]: readonly [string, boolean]): Grant {
  const [RoleID = 0, MenuID = 0, ActionID = 0] = key.split(" ").map(Number);
  return { RoleID, MenuID, ActionID, IsAllowed: allowed ? 1 : 0 };
}
