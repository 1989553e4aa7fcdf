import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo } from "react";
import { canDo } from "../../shared/can-do.ts";
import { messages } from "../../shared/messages.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import { saidMoment } from "../moment.ts";
import { closeListing, type Listing, type LiveRecord, listingOf, openListing, readAgain, takeRecord } from "./cache.ts";
import { useGlow } from "./glow.ts";
import { say, sayName } from "./language.ts";
import { lay, useOverlays } from "./overlay.ts";
import { Problem, request } from "./request.ts";
import { useSession } from "./session.ts";
import { store } from "./store.ts";

interface Saved<Rec> {
  message: string;
  data: Rec;
}

const none: Listing["params"] = {};

/** A live list: what the server has, with one's own unconfirmed changes over it. Saves change it by themselves. With `null` for its parameters it is not read at all. */
export function useResource<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
  params: Listing["params"] | null = none,
) {
  const listing = useListing(resource, params);
  const table = useAtomValue(listing.atom, { store });
  const overlays = useOverlays();
  const session = useSession();
  const rows = useMemo(() => overlaid({ listing, rows: table.rows, overlays }), [listing, table.rows, overlays]);
  const actions = useMemo(() => actionsOf(resource), [resource]);
  const may = {
    create: session !== undefined && canDo(session, { resource, verb: "create" }),
    update: session !== undefined && canDo(session, { resource, verb: "update" }),
    remove: session !== undefined && canDo(session, { resource, verb: "remove" }),
  };
  return {
    rows: asRecords<Rec>(rows),
    status: table.status,
    problem: table.problem,
    may,
    glow: useGlow(resource.name),
    again: useCallback(() => readAgain([resource.name]), [resource.name]),
    ...actions,
  };
}

function useListing(resource: AnyResource, params: Listing["params"] | null): Listing {
  const wanted = params !== null;
  const key = JSON.stringify(params ?? none);
  const stable: Listing["params"] = useMemo(() => JSON.parse(key), [key]);
  const listing = useMemo(
    () => listingOf({ resource, params: stable, mayList: (viewer) => canDo(viewer, { resource, verb: "list" }) }),
    [resource, stable],
  );
  useEffect(() => {
    if (!wanted) return;
    openListing(listing);
    return () => closeListing(listing);
  }, [wanted, listing]);
  return listing;
}

function actionsOf<Row extends StoredRow, Rec extends object, Parsed, Input>(
  resource: Resource<Row, Rec, Parsed, Input>,
) {
  const path = `/${resource.writeName}`;
  return {
    /** Adds a record. Throws a Problem with the server's reason. */
    create: async (body: unknown): Promise<Saved<Rec>> => {
      const saved = await request<Saved<Rec>>({ method: "post", path, body });
      takeSaved(resource, saved.data);
      return saved;
    },
    /** Saves the whole record with `patch` in it; shown at once, taken back when refused. Throws a Problem. */
    update: async (record: Rec, patch: Partial<Rec>): Promise<Saved<Rec>> => {
      const id = idIn(resource, record);
      const lift = lay(resource.name, { id, patch: { ...patch } });
      try {
        const saved = await request<Saved<Rec>>({
          method: "put",
          path: `${path}/${id}`,
          body: { ...record, ...patch },
        });
        takeSaved(resource, saved.data);
        return saved;
      } finally {
        lift();
      }
    },
    /** Deletes the record. Throws a Problem. */
    remove: async (record: Rec): Promise<string> => {
      const { message } = await request<Saved<null>>({ method: "delete", path: `${path}/${idIn(resource, record)}` });
      return message;
    },
  };
}

/** What to tell of a save that failed: the server's reason, with whose change it was and when, or that something unexpected happened. */
export function reasonOf(problem: unknown): string {
  if (problem instanceof Problem && problem.message === messages.stale) return staleReason(problem);
  return problem instanceof Error ? problem.message : messages.broken;
}

function staleReason({ message, changed }: Problem): string {
  const last = changed?.at(-1);
  if (!last) return message;
  const time = saidMoment(last.at);
  return say("{name} changed this, {time}. Look at the new version first.", { name: sayName(last.by), time });
}

function takeSaved(resource: AnyResource, data: unknown): void {
  if (typeof data === "object" && data !== null) takeRecord(resource, { ...data });
}

function idIn(resource: AnyResource, record: object): number {
  return Number(new Map<string, unknown>(Object.entries(record)).get(resource.id));
}

/** Costs what lies over the list, not what is in it; the same rows when nothing does. */
function overlaid({ listing, rows, overlays }: Overlaid): readonly LiveRecord[] {
  const prefix = `${listing.resource.name}:`;
  let laid: LiveRecord[] | undefined;
  for (const [key, patch] of overlays) {
    if (!key.startsWith(prefix)) continue;
    const id = Number(key.slice(prefix.length));
    const place = listing.places.get(id);
    const row = place === undefined ? undefined : rows[place];
    if (place === undefined || row?.[listing.resource.id] !== id) continue;
    laid ??= [...rows];
    laid[place] = { ...row, ...patch };
  }
  return laid ?? rows;
}

interface Overlaid {
  listing: Listing;
  rows: readonly LiveRecord[];
  overlays: ReturnType<typeof useOverlays>;
}

/** The wire carries what the resource declares; this is where its type is given to what came from there. */
function asRecords<Rec>(rows: readonly LiveRecord[]): readonly Rec[];
function asRecords(rows: readonly LiveRecord[]): readonly LiveRecord[] {
  return rows;
}
