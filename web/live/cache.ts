import { atom, type PrimitiveAtom } from "jotai";
import { commonMessages } from "../../shared/common-messages.ts";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change } from "../../shared/wire.ts";
import { createConditionalGet, evictResponses } from "../api/etagCache.ts";
import { withFailureMessage } from "../api/failureMessage.ts";
import { ApiError, request } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { emitChange } from "./changeEvents.ts";
import { subscribe, waitForSubscription } from "./connection.ts";
import { forgetRecentChanges, rememberChanges } from "./recentChanges.ts";

export type LiveRecord = Readonly<Record<string, unknown>>;

/** The current records of one list. A changed row is a new object; rows are never mutated. */
interface ListState {
  status: "loading" | "ready" | "failed";
  rows: readonly LiveRecord[];
  error?: ApiError;
}

/** A list of a resource, filtered on the server by `params`. */
export interface CachedList {
  resource: AnyResource;
  params: Readonly<Record<string, number | string>>;
  /** Whether the viewer may read the resource. */
  canList: (viewer: Pick<Viewer, "permissions">) => boolean;
  atom: PrimitiveAtom<ListState>;
  /** The index of each row by the id of its record. */
  rowIndexes: Map<number, number>;
  subscriberCount: number;
  /** Changes received while the list is being loaded; applied to the loaded rows. */
  pendingChanges: Change[] | undefined;
  evictionTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last load, also after it has succeeded. Undefined before the first load and after a failure. */
  abortController: AbortController | undefined;
}

const retainUnusedMs = 30_000;
/** The lists by path. */
const cachedLists = new Map<string, CachedList>();
/** The number of subscribers by topic: the name of a resource or live query that is subscribed without a list. */
const topicSubscriberCounts = new Map<string, number>();
/** The deleted records, as `resource:id`: the late response to a save must not add one of them again. */
const deletedRecords = new Set<string>();
let isSubscriptionScheduled = false;

/** The list from the cache, or a new one, which is not loaded until it is retained. */
export function getCachedList({
  resource,
  params,
  canList,
}: Pick<CachedList, "resource" | "params" | "canList">): CachedList {
  const path = listPath({ resource, params });
  const existing = cachedLists.get(path);
  if (existing) return existing;
  const list: CachedList = {
    resource,
    params,
    canList,
    atom: atom<ListState>({ status: "loading", rows: [] }),
    rowIndexes: new Map(),
    subscriberCount: 0,
    pendingChanges: undefined,
    evictionTimer: undefined,
    abortController: undefined,
  };
  cachedLists.set(path, list);
  return list;
}

/** Subscribes to the list, and loads it if it is not loaded. Each call needs a releaseList. */
export function retainList(list: CachedList): void {
  clearTimeout(list.evictionTimer);
  cachedLists.set(listPath(list), list);
  list.subscriberCount++;
  if (list.abortController) return;
  scheduleSubscription();
  void fetchList(list);
}

/** Undoes one retainList. An unused list is kept for 30 s, in case a screen needs it again. */
export function releaseList(list: CachedList): void {
  list.subscriberCount--;
  if (list.subscriberCount > 0) return;
  list.evictionTimer = setTimeout(() => {
    const path = listPath(list);
    // After a change of session, another list may have the same path.
    if (cachedLists.get(path) === list) cachedLists.delete(path);
    list.abortController?.abort();
    list.abortController = undefined;
    scheduleSubscription();
  }, retainUnusedMs);
}

/** Subscribes to data that is not a list, such as the dashboard. Returns the unsubscribe function. */
export function subscribeTopic(name: string): () => void {
  topicSubscriberCounts.set(name, (topicSubscriberCounts.get(name) ?? 0) + 1);
  scheduleSubscription();
  return () => {
    topicSubscriberCounts.set(name, (topicSubscriberCounts.get(name) ?? 0) - 1);
    scheduleSubscription();
  };
}

/** Applies the changes of one or more whole transactions to all lists, and calls the listeners of `onChange`. */
export function receiveChanges(changes: readonly Change[]): void {
  const changedResources = [...new Set(changes.map(({ resource }) => resource))];
  for (const name of changedResources) evictResponses(name);
  for (const { type, resource, id } of changes) {
    if (type === "delete") deletedRecords.add(`${resource}:${id}`);
    else deletedRecords.delete(`${resource}:${id}`);
  }
  for (const list of cachedLists.values()) {
    const listChanges = changes.filter(({ resource }) => resource === list.resource.name);
    if (listChanges.length === 0) continue;
    mergeOrBuffer(list, listChanges);
    if (!list.pendingChanges && canRetry(list)) void fetchList(list);
  }
  rememberChanges(changes);
  emitChange(changedResources);
}

/** Adds or replaces a saved record before its change event arrives, which then changes nothing. */
export function putRecord(resource: AnyResource, record: LiveRecord): void {
  const id = record[resource.idField];
  if (typeof id !== "number" || deletedRecords.has(`${resource.name}:${id}`)) return;
  const change: Change = { resource: resource.name, type: "upsert", id, record, by: "", at: "" };
  for (const list of cachedLists.values()) if (list.resource.name === resource.name) mergeOrBuffer(list, [change]);
}

/** Loads the lists of these resources again that are in use; true if all succeeded. */
export async function refetchResources(resources: readonly string[]): Promise<boolean> {
  for (const name of resources) evictResponses(name);
  const staleLists = [...cachedLists.values()].filter(
    (list) => isInUse(list) && resources.includes(list.resource.name),
  );
  await Promise.all(staleLists.map(fetchList));
  return staleLists.every((list) => store.get(list.atom).status === "ready");
}

/** Loads all lists again, after changes may have been missed. */
export function refetchAllLists(): void {
  for (const list of cachedLists.values()) void fetchList(list);
}

/** Loads the lists again that could not be loaded. */
export function refetchFailedLists(): void {
  for (const list of cachedLists.values()) if (canRetry(list)) void fetchList(list);
}

/** After a change of rights: clears the lists that are forbidden now and loads those that are allowed again. */
export function applyPermissions(viewer: Pick<Viewer, "permissions">): void {
  for (const list of cachedLists.values()) {
    if (!list.canList(viewer)) {
      list.abortController?.abort();
      markFailed(list, new ApiError({ status: 403, message: commonMessages.forbidden }));
    } else if (isForbidden(list)) void fetchList(list);
  }
}

/** Removes all records at the end of a session. */
export function clearCache(): void {
  for (const list of cachedLists.values()) {
    list.abortController?.abort();
    list.abortController = undefined;
    clearTimeout(list.evictionTimer);
    replaceState(list, { status: "ready", rows: [] });
  }
  cachedLists.clear();
  deletedRecords.clear();
  evictResponses();
  forgetRecentChanges();
}

/** Subscribes first, then reads, and buffers the changes received meanwhile, so that no change is missed. */
async function fetchList(list: CachedList): Promise<void> {
  if (!isInUse(list)) return;
  list.abortController?.abort();
  const controller = new AbortController();
  list.abortController = controller;
  list.pendingChanges ??= [];
  try {
    const ack = await waitForSubscription();
    if (controller.signal.aborted) return;
    const path = listPath(list);
    const conditional = createConditionalGet(path, ack?.cursor);
    const { signal } = controller;
    const { data } = await request<{ data: LiveRecord[] }>({ method: "get", path, signal, conditional });
    if (controller.signal.aborted) return;
    const pendingChanges = list.pendingChanges ?? [];
    list.pendingChanges = undefined;
    replaceState(list, { status: "ready", rows: data });
    mergeChanges(list, pendingChanges);
  } catch (error) {
    if (controller.signal.aborted) return;
    markFailed(list, withFailureMessage(error, { resource: list.resource.name, operation: "fetch" }));
  }
}

/** Keeps the rows of the last load, unless they are forbidden now. The next retainList loads the list again. */
function markFailed(list: CachedList, error: ApiError): void {
  list.abortController = undefined;
  list.pendingChanges = undefined;
  const rows = error.status === 403 ? [] : store.get(list.atom).rows;
  replaceState(list, { status: "failed", rows, error });
}

/** Whether a screen shows the list, or showed it less than 30 s ago. */
function isInUse({ subscriberCount, abortController }: CachedList): boolean {
  return subscriberCount > 0 || abortController !== undefined;
}

function isForbidden(list: CachedList): boolean {
  return store.get(list.atom).error?.status === 403;
}

function canRetry(list: CachedList): boolean {
  return store.get(list.atom).status === "failed" && !isForbidden(list);
}

/** Applies changes to the rows, and again to the rows of a pending load, which may be older than the changes. */
function mergeOrBuffer(list: CachedList, changes: readonly Change[]): void {
  list.pendingChanges?.push(...changes);
  if (store.get(list.atom).status !== "loading" && !isForbidden(list)) mergeChanges(list, changes);
}

function replaceState(list: CachedList, state: ListState): void {
  list.rowIndexes = new Map(state.rows.map((row, index) => [idOf(list.resource, row), index]));
  store.set(list.atom, state);
}

/**
 * Merges by Version. Drops changes with an older Version. Applies those with the same Version, because a joined
 * name may have changed.
 */
function mergeChanges(list: CachedList, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const state = store.get(list.atom);
  const rows = state.rows.slice();
  const removed = new Set<LiveRecord>();
  for (const { id, record } of changes) {
    const index = list.rowIndexes.get(id);
    const current = index === undefined ? undefined : rows[index];
    // The type of the change is not read: a delete contains the record if it exists but no longer matches the default
    // filters of the list.
    if (record && matchesFilters(list.resource, record, list.params)) {
      if (current && versionOf(current) > versionOf(record)) continue;
      if (index === undefined) list.rowIndexes.set(id, rows.push(record) - 1);
      else rows[index] = record;
    } else if (current) {
      removed.add(current);
      list.rowIndexes.delete(id);
    }
  }
  // Only a removal moves other rows, so only then all indexes are computed again.
  if (removed.size > 0) replaceState(list, { ...state, rows: rows.filter((row) => !removed.has(row)) });
  else store.set(list.atom, { ...state, rows });
}

/** Sends one subscription for all lists and topics that are added or removed in the same tick. */
function scheduleSubscription(): void {
  if (isSubscriptionScheduled) return;
  isSubscriptionScheduled = true;
  queueMicrotask(() => {
    isSubscriptionScheduled = false;
    const resourceNames = [...cachedLists.values()].filter(isInUse).map(({ resource }) => resource.name);
    const topics = [...topicSubscriberCounts].filter(([, count]) => count > 0).map(([name]) => name);
    subscribe([...new Set([...resourceNames, ...topics])]);
  });
}

/** The path that the list is read from, which is also its key in the cache. */
function listPath({ resource, params }: Pick<CachedList, "resource" | "params">): string {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return `/${resource.name}${query.size > 0 ? `?${query}` : ""}`;
}

function idOf(resource: AnyResource, record: LiveRecord): number {
  return Number(record[resource.idField]);
}

function versionOf(record: LiveRecord): number {
  return Number(record.Version);
}
