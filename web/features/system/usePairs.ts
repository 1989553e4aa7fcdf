import { useEffect, useState } from "react";
import { readRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { call } from "../../lib/request.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import type { Pair } from "./permissionBoxes.ts";

type Read = Pick<RecordOf<typeof menuActionsMap>, keyof Pair>;

interface PairsInput {
  roleId: number;
  /** Another value when the pairs may have become others. */
  stamp: unknown;
}

/** Every pair of menu and action. Who may not follow the map itself reads the pairs with the grid of the role. */
export function usePairs({ roleId, stamp }: PairsInput) {
  const map = useResource(menuActionsMap);
  const mayFollow = useMay(menuActionsMap.guards.list.page);
  const [read, setRead] = useState<readonly Read[]>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: placeholder
  useEffect(() => {
    if (mayFollow || roleId === 0) return;
    const leaving = new AbortController();
    call<{ data: Read[] }>(readRolePermissions, { params: { RoleID: roleId }, signal: leaving.signal })
      .then(({ data }) => setRead(data))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [mayFollow, roleId, stamp]);

  const rows: readonly Pair[] = (mayFollow ? map.rows : read) ?? none;
  return { rows, ...(mayFollow ? map : {}) };
}

const none: readonly Pair[] = [];
