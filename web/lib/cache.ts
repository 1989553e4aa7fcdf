import { atom, type PrimitiveAtom } from "jotai";
import { isListed } from "../../shared/listed.ts";
import { messages } from "../../shared/messages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, Changes } from "../../shared/wire.ts";
import { follow, followed } from "./connection.ts";
import { glow } from "./glow.ts";
import { forgetHands, keepHands } from "./hands.ts";
import { tellHeard } from "./heard.ts";
import { heldList, letGo } from "./heldLists.ts";
import { Problem, request } from "./request.ts";
import { store } from "./store.ts";

export type LiveRecord = Readonly<Record<string, unknown>>;

/** The records of one list as they are known now. Rows are replaced, never changed, so that a row is new exactly when it differs. */
export interface Table {
  status: "loading" | "ready" | "failed";
  rows: readonly LiveRecord[];
  problem?: Problem;
}

/** A list that some screen shows: a resource, perhaps narrowed by the resource's own filters. */
export interface Listing {
  resource: AnyResource;
  params: Readonly<Record<string, number>>;
  mayList: (viewer: Pick<Viewer, "permissions">) => boolean;
  atom: PrimitiveAtom<Table>;
  places: Map<number, number>;
  users: number;
  /** Changes that came while the list was being read; they are applied to what was read. */
  buffer: Change[] | undefined;
  leave: ReturnType<typeof setTimeout> | undefined;
  reading: AbortController | undefined;
}

const keepUnusedMs = 30_000;
const listings = new Map<string, Listing>();
const extras = new Map<string, number>();
let announced = false;

/** The list of these records; empty and asleep until it is opened. */
export function listingOf({ resource, params, mayList }: Pick<Listing, "resource" | "params" | "mayList">): Listing {
  const key = keyOf(resource, params);
  const known = listings.get(key);
  if (known) return known;
  const listing: Listing = {
    resource,
    params,
    mayList,
    atom: atom<Table>({ status: "loading", rows: [] }),
    places: new Map(),
    users: 0,
    buffer: undefined,
    leave: undefined,
    reading: undefined,
  };
  listings.set(key, listing);
  return listing;
}

/** Follows and reads the list as long as somebody shows it; each who opens it closes it. */
export function openListing(listing: Listing): void {
  clearTimeout(listing.leave);
  listings.set(keyOf(listing.resource, listing.params), listing);
  listing.users++;
  if (listing.reading) return;
  announce();
  void read(listing);
}

export function closeListing(listing: Listing): void {
  listing.users--;
  if (listing.users > 0) return;
  listing.leave = setTimeout(() => {
    const key = keyOf(listing.resource, listing.params);
    // After a session has ended another list may stand in this one's place.
    if (listings.get(key) === listing) listings.delete(key);
    listing.reading?.abort();
    listing.reading = undefined;
    announce();
  }, keepUnusedMs);
}

/** Follows something that is not a list, the dashboard for instance; returns how to stop. */
export function followExtra(name: string): () => void {
  extras.set(name, (extras.get(name) ?? 0) + 1);
  announce();
  return () => {
    extras.set(name, (extras.get(name) ?? 1) - 1);
    announce();
  };
}

/** Takes in what the server tells, whole transactions at a time. */
export function takeChanges({ changes }: Pick<Changes, "changes">): void {
  for (const name of new Set(changes.map(({ resource }) => resource))) letGo(name);
  for (const listing of listings.values()) {
    const own = changes.filter(({ resource }) => resource === listing.resource.name);
    if (own.length === 0) continue;
    take(listing, own);
    if (!listing.buffer && isBroken(listing)) void read(listing);
  }
  glow(changes);
  keepHands(changes);
  tellHeard(changes.map(({ resource }) => resource));
}

/** Puts the answer of one's own save where the live event will put it too. */
export function takeRecord(resource: AnyResource, record: LiveRecord): void {
  const id = record[resource.id];
  if (typeof id !== "number") return;
  const change: Change = { resource: resource.name, type: "upsert", id, record, by: "", at: "" };
  for (const listing of listings.values()) if (listing.resource.name === resource.name) take(listing, [change]);
}

/** Reads these again: what was heard since is not the whole story, or rights have changed. Says whether all came. */
export async function readAgain(resources: readonly string[]): Promise<boolean> {
  for (const name of resources) letGo(name);
  const again = [...listings.values()].filter(({ resource }) => resources.includes(resource.name));
  await Promise.all(again.map(read));
  return again.every((listing) => store.get(listing.atom).status === "ready");
}

/** Reads everything shown again, as after a connection without a past. */
export function readAllAgain(): void {
  for (const listing of listings.values()) void read(listing);
}

/** Reads again what could not be read when there was no line. */
export function readBrokenAgain(): void {
  for (const listing of listings.values()) if (isBroken(listing)) void read(listing);
}

/** Rights have changed: what may not be listed any more is gone at once, what may be again is read. */
export function keepAllowed(viewer: Pick<Viewer, "permissions">): void {
  forgetHands();
  for (const listing of listings.values()) {
    if (!listing.mayList(viewer)) {
      listing.reading?.abort();
      fail(listing, new Problem({ status: 403, message: messages.forbidden }));
    } else if (isDenied(listing)) void read(listing);
  }
}

/** Forgets all records; for the end of a session. */
export function forgetTables(): void {
  for (const listing of listings.values()) {
    listing.reading?.abort();
    listing.reading = undefined;
    clearTimeout(listing.leave);
    fill(listing, { status: "ready", rows: [] });
  }
  listings.clear();
  extras.clear();
  letGo();
  forgetHands();
}

/** Follow first, then read: nothing that happens in between is missed, and nothing is applied twice. */
async function read(listing: Listing): Promise<void> {
  if (listing.users === 0 && !listing.reading) return;
  listing.reading?.abort();
  const reading = new AbortController();
  listing.reading = reading;
  listing.buffer ??= [];
  // What is followed is announced at the end of this moment; only then is there something to wait for.
  try {
    const watching = await Promise.resolve().then(followed);
    if (reading.signal.aborted) return;
    const query = new URLSearchParams(Object.entries(listing.params).map(([name, value]) => [name, String(value)]));
    const path = `/${listing.resource.name}${query.size > 0 ? `?${query}` : ""}`;
    const held = heldList(path, watching?.cursor);
    const { data } = await request<{ data: LiveRecord[] }>({ method: "get", path, signal: reading.signal, held });
    if (reading.signal.aborted) return;
    const missed = listing.buffer ?? [];
    listing.buffer = undefined;
    fill(listing, { status: "ready", rows: data });
    apply(listing, missed);
  } catch (error) {
    if (reading.signal.aborted) return;
    fail(
      listing,
      error instanceof Problem ? error : new Problem({ status: 0, message: "Unexpected error fetching data" }),
    );
  }
}

/** What was shown stays, unless it may not be seen; the next to open the list reads it again. */
function fail(listing: Listing, problem: Problem): void {
  const { rows } = store.get(listing.atom);
  listing.reading = undefined;
  listing.buffer = undefined;
  store.set(listing.atom, { status: "failed", rows, problem });
  if (!isDenied(listing)) return;
  listing.places = new Map();
  store.set(listing.atom, { status: "failed", rows: [], problem });
}

function isDenied(listing: Listing): boolean {
  return store.get(listing.atom).problem?.status === 403;
}

/** Could not be read, though it may be. */
function isBroken(listing: Listing): boolean {
  return store.get(listing.atom).status === "failed" && !isDenied(listing);
}

/** Changes show at once, and again over what is just being read, which may be older. */
function take(listing: Listing, changes: readonly Change[]): void {
  listing.buffer?.push(...changes);
  if (store.get(listing.atom).status !== "loading" && !isDenied(listing)) apply(listing, changes);
}

function fill(listing: Listing, table: Table): void {
  listing.places = new Map(table.rows.map((row, place) => [idOf(listing.resource, row), place]));
  store.set(listing.atom, table);
}

/** Merges by Version: what is older than the row shown is dropped; equal too counts, as a joined name may have changed. */
function apply(listing: Listing, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const table = store.get(listing.atom);
  const rows = table.rows.slice();
  const gone = new Set<LiveRecord>();
  for (const { id, record } of changes) {
    const place = listing.places.get(id);
    const shown = place === undefined ? undefined : rows[place];
    // Not asked for its type: a delete carries the record where it only moved from the plain list to a filtered one.
    if (record && isListed(listing.resource, record, listing.params)) {
      if (shown && versionOf(shown) > versionOf(record)) continue;
      if (place === undefined) listing.places.set(id, rows.push(record) - 1);
      else rows[place] = record;
    } else if (shown) {
      gone.add(shown);
      listing.places.delete(id);
    }
  }
  // Only what goes moves the others; all else costs what has changed, however long the list is.
  if (gone.size > 0) fill(listing, { ...table, rows: rows.filter((row) => !gone.has(row)) });
  else store.set(listing.atom, { ...table, rows });
}

/** Tells the server what is followed, once for everything that opens or closes in the same moment. */
function announce(): void {
  if (announced) return;
  announced = true;
  queueMicrotask(() => {
    announced = false;
    const names = [...listings.values()].map(({ resource }) => resource.name);
    const figures = [...extras].filter(([, users]) => users > 0).map(([name]) => name);
    follow([...new Set([...names, ...figures])]);
  });
}

function keyOf(resource: AnyResource, params: Listing["params"]): string {
  return `${resource.name}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`;
}

function idOf(resource: AnyResource, record: LiveRecord): number {
  return Number(record[resource.id]);
}

function versionOf(record: LiveRecord): number {
  return Number(record.Version);
}
