import { useEffect, useState } from "react";
import { readRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { describeError, useResource } from "../../live/useResource.ts";
import type { MenuActionPair } from "./permissionMatrix.ts";

interface MenuActionPairsInput {
  roleId: number;
  /** Another number when the pairs may have become others; undefined while that is not known. */
  revision: number | undefined;
}

interface MenuActionPairs {
  rows: readonly MenuActionPair[];
  status: "loading" | "ready" | "failed";
  error?: { message: string } | undefined;
  refetch: () => void;
}

/** Every pair of menu and action. Who may not follow the map itself reads the pairs with the grid of the role. */
export function useMenuActionPairs({ roleId, revision }: MenuActionPairsInput): MenuActionPairs {
  const map = useResource(menuActionsMap);
  const mayFollow = useCan(menuActionsMap.guards.list.page);
  const [read, setRead] = useState<Omit<MenuActionPairs, "refetch">>(initialState);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (mayFollow || roleId === 0 || revision === undefined || turn < 0) return;
    const leaving = new AbortController();
    callEndpoint<{ data: MenuActionPair[] }>(readRolePermissions, {
      params: { RoleID: roleId },
      signal: leaving.signal,
    })
      .then(({ data }) => setRead({ rows: data, status: "ready" }))
      .catch((problem: unknown) => {
        if (!leaving.signal.aborted)
          setRead({ ...initialState, status: "failed", error: { message: describeError(problem) } });
      });
    return () => leaving.abort();
  }, [mayFollow, roleId, revision, turn]);

  if (mayFollow) return map;
  return { ...read, refetch: () => setTurn(turn + 1) };
}

const initialState: Omit<MenuActionPairs, "refetch"> = { rows: [], status: "loading" };
