import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo } from "react";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { messages } from "../../shared/messages.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import { ApiError, request } from "../api/request.ts";
import { useSession } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import { formatIsoDateTime } from "../i18n/dateTime.ts";
import { t, translateName } from "../i18n/t.ts";
import {
  type CachedList,
  getCachedList,
  type LiveRecord,
  putRecord,
  refetchResources,
  releaseList,
  retainList,
} from "./cache.ts";
import { useRecentlyChanged } from "./highlights.ts";
import { applyOptimistic, useOptimisticPatches } from "./optimisticUpdates.ts";

interface SaveResponse<Rec> {
  message: string;
  data: Rec;
}

const noParams: CachedList["params"] = {};

/** A live list: what the server has, with one's own unconfirmed changes over it. Saves change it by themselves. With `null` for its parameters it is not read at all. */
export function useResource<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
  params: CachedList["params"] | null = noParams,
) {
  const list = useCachedList(resource, params);
  const table = useAtomValue(list.atom, { store });
  const patches = useOptimisticPatches();
  const session = useSession();
  const rows = useMemo(() => withOptimisticPatches({ list, rows: table.rows, patches }), [list, table.rows, patches]);
  const actions = useMemo(() => createActions(resource), [resource]);
  const may = {
    create: session !== undefined && canAccess(session, { resource, verb: "create" }),
    update: session !== undefined && canAccess(session, { resource, verb: "update" }),
    remove: session !== undefined && canAccess(session, { resource, verb: "remove" }),
  };
  return {
    rows: asRecords<Rec>(rows),
    status: table.status,
    error: table.error,
    can: may,
    getHighlight: useRecentlyChanged(resource.name),
    refetch: useCallback(() => refetchResources([resource.name]), [resource.name]),
    ...actions,
  };
}

function useCachedList(resource: AnyResource, params: CachedList["params"] | null): CachedList {
  const wanted = params !== null;
  const key = JSON.stringify(params ?? noParams);
  const stable: CachedList["params"] = useMemo(() => JSON.parse(key), [key]);
  const listing = useMemo(
    () =>
      getCachedList({ resource, params: stable, canList: (viewer) => canAccess(viewer, { resource, verb: "list" }) }),
    [resource, stable],
  );
  useEffect(() => {
    if (!wanted) return;
    retainList(listing);
    return () => releaseList(listing);
  }, [wanted, listing]);
  return listing;
}

function createActions<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
) {
  const path = `/${resource.writePath}`;
  return {
    /** Adds a record. Throws a Problem with the server's reason. */
    create: async (body: unknown): Promise<SaveResponse<Rec>> => {
      const saved = await request<SaveResponse<Rec>>({ method: "post", path, body });
      putSaved(resource, saved.data);
      return saved;
    },
    /** Saves the whole record with `patch` in it; shown at once, taken back when refused. Throws a Problem. */
    update: async (record: Rec, patch: Partial<Rec>): Promise<SaveResponse<Rec>> => {
      const id = recordId(resource, record);
      const lift = applyOptimistic(resource.name, { id, patch: { ...patch } });
      try {
        const saved = await request<SaveResponse<Rec>>({
          method: "put",
          path: `${path}/${id}`,
          body: { ...record, ...patch },
        });
        putSaved(resource, saved.data);
        return saved;
      } finally {
        lift();
      }
    },
    /** Deletes the record. Throws a Problem. */
    remove: async (record: Rec): Promise<string> => {
      const { message } = await request<SaveResponse<null>>({
        method: "delete",
        path: `${path}/${recordId(resource, record)}`,
      });
      return message;
    },
  };
}

/** What to tell of a save that failed: the server's reason, with whose change it was and when, or that something unexpected happened. */
export function describeError(problem: unknown): string {
  if (problem instanceof ApiError && problem.message === messages.stale) return describeConflict(problem);
  return problem instanceof Error ? problem.message : messages["internal-error"];
}

function describeConflict({ message, concurrentEdits }: ApiError): string {
  const last = concurrentEdits?.at(-1);
  if (!last) return message;
  const time = formatIsoDateTime(last.at);
  return t("{name} changed this, {time}. Look at the new version first.", { name: translateName(last.by), time });
}

function putSaved(resource: AnyResource, data: unknown): void {
  if (typeof data === "object" && data !== null) putRecord(resource, { ...data });
}

function recordId(resource: AnyResource, record: object): number {
  return Number(new Map<string, unknown>(Object.entries(record)).get(resource.idField));
}

/** Costs what lies over the list, not what is in it; the same rows when nothing does. */
function withOptimisticPatches({ list, rows, patches }: OptimisticInput): readonly LiveRecord[] {
  const prefix = `${list.resource.name}:`;
  let laid: LiveRecord[] | undefined;
  for (const [key, patch] of patches) {
    if (!key.startsWith(prefix)) continue;
    const id = Number(key.slice(prefix.length));
    const place = list.rowIndexes.get(id);
    const row = place === undefined ? undefined : rows[place];
    if (place === undefined || row?.[list.resource.idField] !== id) continue;
    laid ??= [...rows];
    laid[place] = { ...row, ...patch };
  }
  return laid ?? rows;
}

interface OptimisticInput {
  list: CachedList;
  rows: readonly LiveRecord[];
  patches: ReturnType<typeof useOptimisticPatches>;
}

/** The wire carries what the resource declares; this is where its type is given to what came from there. */
function asRecords<Rec>(rows: readonly LiveRecord[]): readonly Rec[];
function asRecords(rows: readonly LiveRecord[]): readonly LiveRecord[] {
  return rows;
}
