import { useEffect, useState } from "react";
import { readRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { call } from "../../lib/request.ts";
import { useMay } from "../../lib/session.ts";
import { reasonOf, useResource } from "../../lib/useResource.ts";
import type { Pair } from "./permissionBoxes.ts";

interface PairsInput {
  roleId: number;
  /** Another number when the pairs may have become others; undefined while that is not known. */
  stamp: number | undefined;
}

interface Pairs {
  rows: readonly Pair[];
  status: "loading" | "ready" | "failed";
  problem?: { message: string } | undefined;
  again: () => void;
}

/** Every pair of menu and action. Who may not follow the map itself reads the pairs with the grid of the role. */
export function usePairs({ roleId, stamp }: PairsInput): Pairs {
  const map = useResource(menuActionsMap);
  const mayFollow = useMay(menuActionsMap.guards.list.page);
  const [read, setRead] = useState<Omit<Pairs, "again">>(unread);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (mayFollow || roleId === 0 || stamp === undefined || turn < 0) return;
    const leaving = new AbortController();
    call<{ data: Pair[] }>(readRolePermissions, { params: { RoleID: roleId }, signal: leaving.signal })
      .then(({ data }) => setRead({ rows: data, status: "ready" }))
      .catch((problem: unknown) => {
        if (!leaving.signal.aborted) setRead({ ...unread, status: "failed", problem: { message: reasonOf(problem) } });
      });
    return () => leaving.abort();
  }, [mayFollow, roleId, stamp, turn]);

  if (mayFollow) return map;
  return { ...read, again: () => setTurn(turn + 1) };
}

const unread: Omit<Pairs, "again"> = { rows: [], status: "loading" };
