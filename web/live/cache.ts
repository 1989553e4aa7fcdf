import { atom, type PrimitiveAtom } from "jotai";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import { messages } from "../../shared/messages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, ChangeBatch } from "../../shared/wire.ts";
import { conditionalGet, evict } from "../api/etagCache.ts";
import { ApiError, request } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { emitChange } from "./changeEvents.ts";
import { subscribe, waitForSubscription } from "./connection.ts";
import { highlightChanges } from "./highlights.ts";
import { forgetRecentChanges, rememberChanges } from "./recentChanges.ts";

export type LiveRecord = Readonly<Record<string, unknown>>;

/** The records of one list as they are known now. Rows are replaced, never changed, so that a row is new exactly when it differs. */
export interface ListState {
  status: "loading" | "ready" | "failed";
  rows: readonly LiveRecord[];
  error?: ApiError;
}

/** A list that some screen shows: a resource, perhaps narrowed by the resource's own filters. */
export interface CachedList {
  resource: AnyResource;
  params: Readonly<Record<string, number>>;
  canList: (viewer: Pick<Viewer, "permissions">) => boolean;
  atom: PrimitiveAtom<ListState>;
  rowIndexes: Map<number, number>;
  subscriberCount: number;
  /** Changes that came while the list was being read; they are applied to what was read. */
  pendingChanges: Change[] | undefined;
  evictionTimer: ReturnType<typeof setTimeout> | undefined;
  abortController: AbortController | undefined;
}

const retainUnusedMs = 30_000;
const cachedLists = new Map<string, CachedList>();
const topicSubscribers = new Map<string, number>();
let isSubscribeScheduled = false;

/** The list of these records; empty and asleep until it is opened. */
export function getCachedList({
  resource,
  params,
  canList,
}: Pick<CachedList, "resource" | "params" | "canList">): CachedList {
  const key = cacheKeyOf(resource, params);
  const known = cachedLists.get(key);
  if (known) return known;
  const listing: CachedList = {
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
  cachedLists.set(key, listing);
  return listing;
}

/** Follows and reads the list as long as somebody shows it; each who opens it closes it. */
export function retainList(listing: CachedList): void {
  clearTimeout(listing.evictionTimer);
  cachedLists.set(cacheKeyOf(listing.resource, listing.params), listing);
  listing.subscriberCount++;
  if (listing.abortController) return;
  scheduleSubscribe();
  void fetchList(listing);
}

export function releaseList(listing: CachedList): void {
  listing.subscriberCount--;
  if (listing.subscriberCount > 0) return;
  listing.evictionTimer = setTimeout(() => {
    const key = cacheKeyOf(listing.resource, listing.params);
    // After a session has ended another list may stand in this one's place.
    if (cachedLists.get(key) === listing) cachedLists.delete(key);
    listing.abortController?.abort();
    listing.abortController = undefined;
    scheduleSubscribe();
  }, retainUnusedMs);
}

/** Follows something that is not a list, the dashboard for instance; returns how to stop. */
export function subscribeTopic(name: string): () => void {
  topicSubscribers.set(name, (topicSubscribers.get(name) ?? 0) + 1);
  scheduleSubscribe();
  return () => {
    topicSubscribers.set(name, (topicSubscribers.get(name) ?? 1) - 1);
    scheduleSubscribe();
  };
}

/** Takes in what the server tells, whole transactions at a time. */
export function receiveChanges({ changes }: Pick<ChangeBatch, "changes">): void {
  for (const name of new Set(changes.map(({ resource }) => resource))) evict(name);
  for (const listing of cachedLists.values()) {
    const own = changes.filter(({ resource }) => resource === listing.resource.name);
    if (own.length === 0) continue;
    mergeOrBuffer(listing, own);
    if (!listing.pendingChanges && isFailed(listing)) void fetchList(listing);
  }
  highlightChanges(changes);
  rememberChanges(changes);
  emitChange(changes.map(({ resource }) => resource));
}

/** Puts the answer of one's own save where the live event will put it too. */
export function putRecord(resource: AnyResource, record: LiveRecord): void {
  const id = record[resource.idField];
  if (typeof id !== "number") return;
  const change: Change = { resource: resource.name, type: "upsert", id, record, by: "", at: "" };
  for (const listing of cachedLists.values())
    if (listing.resource.name === resource.name) mergeOrBuffer(listing, [change]);
}

/** Reads these again: what was heard since is not the whole story, or rights have changed. Says whether all came. */
export async function refetchResources(resources: readonly string[]): Promise<boolean> {
  for (const name of resources) evict(name);
  const again = [...cachedLists.values()].filter(({ resource }) => resources.includes(resource.name));
  await Promise.all(again.map(fetchList));
  return again.every((listing) => store.get(listing.atom).status === "ready");
}

/** Reads everything shown again, as after a connection without a past. */
export function refetchAll(): void {
  for (const listing of cachedLists.values()) void fetchList(listing);
}

/** Reads again what could not be read when there was no line. */
export function refetchFailed(): void {
  for (const listing of cachedLists.values()) if (isFailed(listing)) void fetchList(listing);
}

/** Rights have changed: what may not be listed any more is gone at once, what may be again is read. */
export function applyPermissions(viewer: Pick<Viewer, "permissions">): void {
  forgetRecentChanges();
  for (const listing of cachedLists.values()) {
    if (!listing.canList(viewer)) {
      listing.abortController?.abort();
      markFailed(listing, new ApiError({ status: 403, message: messages.forbidden }));
    } else if (isForbidden(listing)) void fetchList(listing);
  }
}

/** Forgets all records; for the end of a session. */
export function clearCache(): void {
  for (const listing of cachedLists.values()) {
    listing.abortController?.abort();
    listing.abortController = undefined;
    clearTimeout(listing.evictionTimer);
    replaceState(listing, { status: "ready", rows: [] });
  }
  cachedLists.clear();
  topicSubscribers.clear();
  evict();
  forgetRecentChanges();
}

/** Follow first, then read: nothing that happens in between is missed, and nothing is applied twice. */
async function fetchList(listing: CachedList): Promise<void> {
  if (listing.subscriberCount === 0 && !listing.abortController) return;
  listing.abortController?.abort();
  const reading = new AbortController();
  listing.abortController = reading;
  listing.pendingChanges ??= [];
  // What is followed is announced at the end of this moment; only then is there something to wait for.
  try {
    const watching = await Promise.resolve().then(waitForSubscription);
    if (reading.signal.aborted) return;
    const query = new URLSearchParams(Object.entries(listing.params).map(([name, value]) => [name, String(value)]));
    const path = `/${listing.resource.name}${query.size > 0 ? `?${query}` : ""}`;
    const conditional = conditionalGet(path, watching?.cursor);
    const { data } = await request<{ data: LiveRecord[] }>({
      method: "get",
      path,
      signal: reading.signal,
      conditional,
    });
    if (reading.signal.aborted) return;
    const missed = listing.pendingChanges ?? [];
    listing.pendingChanges = undefined;
    replaceState(listing, { status: "ready", rows: data });
    mergeChanges(listing, missed);
  } catch (error) {
    if (reading.signal.aborted) return;
    markFailed(
      listing,
      error instanceof ApiError ? error : new ApiError({ status: 0, message: "Unexpected error fetching data" }),
    );
  }
}

/** What was shown stays, unless it may not be seen; the next to open the list reads it again. */
function markFailed(listing: CachedList, error: ApiError): void {
  const { rows } = store.get(listing.atom);
  listing.abortController = undefined;
  listing.pendingChanges = undefined;
  store.set(listing.atom, { status: "failed", rows, error });
  if (!isForbidden(listing)) return;
  listing.rowIndexes = new Map();
  store.set(listing.atom, { status: "failed", rows: [], error });
}

function isForbidden(listing: CachedList): boolean {
  return store.get(listing.atom).error?.status === 403;
}

/** Could not be read, though it may be. */
function isFailed(listing: CachedList): boolean {
  return store.get(listing.atom).status === "failed" && !isForbidden(listing);
}

/** Changes show at once, and again over what is just being read, which may be older. */
function mergeOrBuffer(listing: CachedList, changes: readonly Change[]): void {
  listing.pendingChanges?.push(...changes);
  if (store.get(listing.atom).status !== "loading" && !isForbidden(listing)) mergeChanges(listing, changes);
}

function replaceState(listing: CachedList, table: ListState): void {
  listing.rowIndexes = new Map(table.rows.map((row, place) => [idOf(listing.resource, row), place]));
  store.set(listing.atom, table);
}

/** Merges by Version: what is older than the row shown is dropped; equal too counts, as a joined name may have changed. */
function mergeChanges(listing: CachedList, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const table = store.get(listing.atom);
  const rows = table.rows.slice();
  const gone = new Set<LiveRecord>();
  for (const { id, record } of changes) {
    const place = listing.rowIndexes.get(id);
    const shown = place === undefined ? undefined : rows[place];
    // Not asked for its type: a delete carries the record where it only moved from the plain list to a filtered one.
    if (record && matchesFilters(listing.resource, record, listing.params)) {
      if (shown && versionOf(shown) > versionOf(record)) continue;
      if (place === undefined) listing.rowIndexes.set(id, rows.push(record) - 1);
      else rows[place] = record;
    } else if (shown) {
      gone.add(shown);
      listing.rowIndexes.delete(id);
    }
  }
  // Only what goes moves the others; all else costs what has changed, however long the list is.
  if (gone.size > 0) replaceState(listing, { ...table, rows: rows.filter((row) => !gone.has(row)) });
  else store.set(listing.atom, { ...table, rows });
}

/** Tells the server what is followed, once for everything that opens or closes in the same moment. */
function scheduleSubscribe(): void {
  if (isSubscribeScheduled) return;
  isSubscribeScheduled = true;
  queueMicrotask(() => {
    isSubscribeScheduled = false;
    const names = [...cachedLists.values()].map(({ resource }) => resource.name);
    const figures = [...topicSubscribers].filter(([, users]) => users > 0).map(([name]) => name);
    subscribe([...new Set([...names, ...figures])]);
  });
}

function cacheKeyOf(resource: AnyResource, params: CachedList["params"]): string {
  return `${resource.name}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`;
}

function idOf(resource: AnyResource, record: LiveRecord): number {
  return Number(record[resource.idField]);
}

function versionOf(record: LiveRecord): number {
  return Number(record.Version);
}
