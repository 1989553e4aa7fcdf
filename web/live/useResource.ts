import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo } from "react";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { AnyResource, Resource, StoredRow, Verb } from "../../shared/registry.ts";
import { type Operation, withFailureMessage } from "../api/failureMessage.ts";
import { ApiError, isAnswerLost, isSentForApproval, request } from "../api/request.ts";
import { useSession } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import { t } from "../i18n/t.ts";
import { type CachedList, getCachedList, putRecord, refetchResources, releaseList, retainList } from "./cache.ts";
import { applyOptimistic, useOptimisticPatches, withOptimisticPatches } from "./optimisticUpdates.ts";
import { useRecentlyChanged } from "./recentChanges.ts";

interface SaveResponse<Rec> {
  message: string;
  code?: string;
  data: Rec;
}

/** The body of a deletion that asks for a reason. */
export interface DeletionReason {
  Reason: string;
}

const noParams: CachedList["params"] = {};

/**
 * A live list: the server's records with this window's optimistic updates on top. A save updates the list without a
 * refetch. While `params` is null, the list is not loaded, but `rows` may have those of another screen's unfiltered
 * list.
 */
export function useResource<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
  params: CachedList["params"] | null = noParams,
) {
  const list = useCachedList(resource, params);
  const state = useAtomValue(list.atom, { store });
  const patches = useOptimisticPatches();
  const session = useSession();
  const patched = useMemo(
    () => withOptimisticPatches({ list, rows: state.rows, patches }),
    [list, state.rows, patches],
  );
  // The server sends records in the shape that the resource declares.
  const rows = patched as unknown as readonly Rec[];
  const getRow = useCallback(
    (id: number): Rec | undefined => {
      const row = rows[list.rowIndexes.get(id) ?? -1];
      return row && recordId(resource, row) === id ? row : undefined;
    },
    [list, resource, rows],
  );
  const actions = useMemo(() => createActions(resource), [resource]);
  const canWrite = (verb: Verb) =>
    session !== undefined && !resource.derivedFrom && canAccess(session, { resource, verb });
  return {
    rows,
    /** The row with this id. */
    getRow,
    status: state.status,
    error: state.error,
    can: { create: canWrite("create"), update: canWrite("update"), remove: canWrite("remove") },
    getHighlight: useRecentlyChanged(resource.name),
    refetch: useCallback(() => refetchResources([resource.name]), [resource.name]),
    ...actions,
  };
}

function useCachedList(resource: AnyResource, params: CachedList["params"] | null): CachedList {
  const isEnabled = params !== null;
  const key = JSON.stringify(params ?? noParams);
  const stableParams: CachedList["params"] = useMemo(() => JSON.parse(key), [key]);
  const list = useMemo(
    () =>
      getCachedList({
        resource,
        params: stableParams,
        canList: (viewer) => canAccess(viewer, { resource, verb: "list" }),
      }),
    [resource, stableParams],
  );
  useEffect(() => {
    if (!isEnabled) return;
    retainList(list);
    return () => releaseList(list);
  }, [isEnabled, list]);
  return list;
}

function createActions<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
) {
  const path = `/${resource.writePath}`;
  const throwFailureOf = (operation: Operation) => (error: unknown) => {
    throw withFailureMessage(error, { resource: resource.name, operation });
  };
  /** The ids of the records whose removal got no answer, so that it may be done already. */
  const unansweredRemovals = new Set<number>();
  return {
    /**
     * A repeated call with the same `idempotencyKey` creates one record. There is no `data` if the record was sent for
     * approval. Throws an ApiError.
     */
    create: async (body: unknown, idempotencyKey?: string): Promise<SaveResponse<Rec | undefined>> => {
      const saved = await request<SaveResponse<Rec>>({ method: "post", path, body, idempotencyKey }).catch(
        throwFailureOf("add"),
      );
      if (isSentForApproval(saved)) return { ...saved, data: undefined };
      // The response to POST /menuactionsmap has a list of records.
      const data = Array.isArray(saved.data) ? saved.data[0] : saved.data;
      putSaved(resource, data);
      return { ...saved, data };
    },
    /**
     * Saves the whole record with `patch` merged into it. The patch is shown at once as an optimistic update, which is
     * removed when the server has answered. Throws an ApiError. If the change was sent for approval, `data` is the
     * unchanged record.
     */
    update: async (record: Rec, patch: Partial<Rec>): Promise<SaveResponse<Rec>> => {
      const id = recordId(resource, record);
      const removePatch = applyOptimistic(resource.name, { id, patch: { ...patch } });
      try {
        const saved = await request<SaveResponse<Rec>>({
          method: "put",
          path: `${path}/${id}`,
          body: { ...record, ...patch },
        }).catch(throwFailureOf("update"));
        if (isSentForApproval(saved)) return { ...saved, data: record };
        putSaved(resource, saved.data);
        return saved;
      } finally {
        removePatch();
      }
    },
    /**
     * Deletes or voids this version of the record. Also succeeds if an earlier call, whose answer was lost, has done so.
     * Throws an ApiError, with the current record if it has another version.
     */
    remove: async (record: Rec, body?: DeletionReason): Promise<Pick<SaveResponse<Rec>, "message" | "code">> => {
      const id = recordId(resource, record);
      const Version: unknown = Reflect.get(record, "Version");
      try {
        return await request<SaveResponse<Rec>>({
          method: "delete",
          path: `${path}/${id}`,
          body: { ...body, Version },
        });
      } catch (error) {
        if (isAnswerLost(error)) unansweredRemovals.add(id);
        else if (unansweredRemovals.has(id) && isRemoved(error)) return { message: t("Done already") };
        return throwFailureOf("delete")(error);
      }
    },
  };
}

/** Whether the server refuses to delete or void a record because it already is. */
function isRemoved(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === "receipt-voided");
}

function putSaved(resource: AnyResource, data: unknown): void {
  if (typeof data === "object" && data !== null) putRecord(resource, { ...data });
}

function recordId(resource: AnyResource, record: object): number {
  return Number(Reflect.get(record, resource.idField));
}
