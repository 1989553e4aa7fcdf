import { setImmediate } from "node:timers/promises";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import { groupBy } from "../../shared/grouping.ts";
import { canSeeRow, hasMaskedField, type Permissions, type Viewer, visibleRowsKey } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, Protocol } from "../../shared/wire.ts";
import { actorShownTo } from "../commits/commit.ts";
import { type ChangeDeriver, createChangeDerivers } from "../database/derived-rows.ts";
import { listJoinedResourceNames, type Present } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc, RowChange } from "../database/store.ts";
import { type EnrichedCommit, isJoinedUpdate } from "./commit-enricher.ts";
import { type SerializableResource, SerializationCache } from "./serialization-cache.ts";

/** The number of records that are serialized in one turn of the event loop. */
const serializeBatchSize = 100;

/**
 * Sockets with the same protocol that subscribe to the same resources and live queries and see the same rows and
 * values. Their events are serialized once.
 */
export interface SubscriberGroup {
  room: string;
  viewer: Viewer;
  subscribed: ReadonlySet<string>;
  protocol: Protocol;
}

/** A commit that waits to be sent, with the JSON of its rows. */
export interface QueuedCommit {
  commit: EnrichedCommit;
  cache: SerializationCache;
}

interface ChangeSerializerOptions {
  resources: readonly AnyResource[];
  present: Present;
  referenceCache: Pick<ReferenceCache, "versionOf">;
}

/**
 * A change as a group sees it: a delete without the row if the group can no longer see the row, and a delete with it if
 * only the default list no longer contains the row (see `IsSetFilter`).
 */
interface VisibleChange {
  serializable: SerializableResource;
  type: Change["type"];
  row?: Doc;
}

/** Serializes commits as the `changes` event of a subscriber group. */
export class ChangeSerializer {
  readonly #referenceCache: ChangeSerializerOptions["referenceCache"];
  readonly #serializableResources: ReadonlyMap<string, SerializableResource>;
  /** The resources with masked fields, presented without masks, for viewers who may see the values. */
  readonly #unmasked: ReadonlyMap<string, SerializableResource>;
  readonly #derivers: readonly ChangeDeriver[];

  constructor({ resources, present, referenceCache }: ChangeSerializerOptions) {
    this.#referenceCache = referenceCache;
    this.#derivers = createChangeDerivers(resources);
    this.#serializableResources = new Map(
      resources.map((resource) => [
        resource.name,
        { resource, present: (row) => present(resource, row), joinedNames: listJoinedResourceNames(resource) },
      ]),
    );
    this.#unmasked = new Map(
      [...this.#serializableResources].flatMap(([name, { resource, joinedNames }]) => {
        const permissions = permissionsToUnmask(resource);
        return Object.keys(permissions).length > 0
          ? [[name, { resource, present: (row) => present(resource, row, { permissions }), joinedNames }] as const]
          : [];
      }),
    );
  }

  /** The resource of this name, if clients can subscribe to it. */
  findResource(name: string): AnyResource | undefined {
    return this.#serializableResources.get(name)?.resource;
  }

  /** Identifies the rows and values that a viewer may see. Equal for two viewers who see the same. */
  visibilityKey(viewer: Viewer): string {
    const names = [...this.#unmasked.values()].flatMap(({ resource }) =>
      hasMaskedField(resource, viewer) ? [] : [resource.name],
    );
    return [visibleRowsKey(viewer), ...names].join(" + ");
  }

  createCache(): SerializationCache {
    return new SerializationCache(this.#referenceCache);
  }

  /** Serializes rows in advance, a few at a time, while the database writes their commit. */
  async preserialize(
    changes: readonly RowChange[],
    { cache, listGroups }: { cache: SerializationCache; listGroups: () => readonly SubscriberGroup[] },
  ): Promise<void> {
    const subscribed = new Set(listGroups().flatMap((group) => [...group.subscribed]));
    const allChanges = this.#addDerived(changes, subscribed);
    for (let start = 0; start < allChanges.length; start += serializeBatchSize) {
      await setImmediate();
      const groups = listGroups();
      const batch = allChanges.slice(start, start + serializeBatchSize);
      for (const [resource, changesOfResource] of groupBy(batch, (change) => change.resource)) {
        const serializable = this.#serializableResources.get(resource);
        if (!serializable) continue;
        const protocols = new Set(groups.flatMap((group) => (group.subscribed.has(resource) ? group.protocol : [])));
        for (const { after } of changesOfResource) {
          if (after && protocols.has(1)) cache.serialize(serializable, after);
          if (after && protocols.has(2)) cache.columnsOf(serializable, allChanges)?.serializeRow(after);
        }
      }
    }
  }

  /** The event as strings that together are its JSON; undefined if the group sees none of the changes. */
  serializeEvent(group: SubscriberGroup, queued: readonly QueuedCommit[]): string[] | undefined {
    const pieces = group.protocol === 1 ? this.#listChanges(group, queued) : this.#listCommits(group, queued);
    const cursor = queued.at(-1)?.commit.cursor;
    return pieces.length > 0
      ? [`["changes",{"cursor":${JSON.stringify(cursor)},"changes":[`, ...pieces, "]}]"]
      : undefined;
  }

  /** The items of protocol 1: one for each changed record. */
  #listChanges(group: SubscriberGroup, queued: readonly QueuedCommit[]): string[] {
    const pieces: string[] = [];
    for (const { commit, cache } of queued) {
      const suffix = `,${attributionJson(group, commit)}}`;
      for (const change of this.#addDerived(commit.changes, group.subscribed)) {
        const visible = this.#visibleChange(group, change);
        if (!visible) continue;
        pieces.push(
          `${pieces.length > 0 ? "," : ""}{"resource":"${change.resource}","type":"${visible.type}","id":${change.id}`,
        );
        if (visible.row) pieces.push(',"record":', cache.serialize(visible.serializable, visible.row));
        pieces.push(suffix);
      }
    }
    return pieces;
  }

  /** The items of protocol 2: one for each commit. */
  #listCommits(group: SubscriberGroup, queued: readonly QueuedCommit[]): string[] {
    const pieces: string[] = [];
    for (const { commit, cache } of queued) {
      const sets = this.#listSets(group, { commit, cache });
      if (sets.length === 0) continue;
      const comma = pieces.length > 0 ? "," : "";
      const { UserID } = actorShownTo(group.viewer, commit.by);
      pieces.push(`${comma}{${attributionJson(group, commit)},"userId":${UserID},"sets":[`, ...sets, "]}");
    }
    return pieces;
  }

  /** The sets of a commit: the changes that are sent one by one, then the rows in column format. */
  #listSets(group: SubscriberGroup, { commit, cache }: QueuedCommit): string[] {
    const setsWithColumns = new Map<string, { head: string; rows: string[]; joined: string }>();
    const sets: string[] = [];
    const changes = this.#addDerived(commit.changes, group.subscribed);
    for (const change of changes) {
      const visible = this.#visibleChange(group, change);
      if (!visible) continue;
      const { serializable, type, row } = visible;
      const columns = row && type === "upsert" ? cache.columnsOf(serializable, changes) : undefined;
      const rowJson = row && columns?.serializeRow(row);
      const joined = isJoinedUpdate(change) ? ',"isJoined":true' : "";
      if (columns && rowJson !== undefined) {
        const { head } = columns;
        const set = setsWithColumns.get(head + joined);
        if (set) set.rows.push(",", rowJson);
        else setsWithColumns.set(head + joined, { head, rows: [rowJson], joined });
        continue;
      }
      const record = row ? `,"record":${cache.serialize(serializable, row)}` : "";
      const comma = sets.length > 0 ? "," : "";
      sets.push(`${comma}{"resource":"${change.resource}","type":"${type}","id":${change.id}${record}${joined}}`);
    }
    for (const { head, rows, joined } of setsWithColumns.values())
      sets.push(`${sets.length > 0 ? "," : ""}${head}`, ...rows, `]${joined}}`);
    return sets;
  }

  /** Each change, followed by the changes that result from it in the derived resources with these names. */
  #addDerived(changes: readonly RowChange[], names: ReadonlySet<string>): readonly RowChange[] {
    const derivers = this.#derivers.filter(({ resourceName }) => names.has(resourceName));
    if (derivers.length === 0) return changes;
    return changes.flatMap((change) => [
      change,
      ...derivers.flatMap((deriver) => (deriver.sourceName === change.resource ? (deriver.derive(change) ?? []) : [])),
    ]);
  }

  #visibleChange(
    { viewer, subscribed }: SubscriberGroup,
    { resource: name, before, after }: RowChange,
  ): VisibleChange | undefined {
    const masked = subscribed.has(name) ? this.#serializableResources.get(name) : undefined;
    if (!masked) return undefined;
    const { resource } = masked;
    const unmasked = this.#unmasked.get(name);
    const serializable = unmasked && !hasMaskedField(resource, viewer) ? unmasked : masked;
    if (after && canSeeRow(viewer, resource, after))
      return { serializable, type: matchesFilters(resource, after) ? "upsert" : "delete", row: after };
    if (before && canSeeRow(viewer, resource, before)) return { serializable, type: "delete" };
    return undefined;
  }
}

/** Who made the commit, as the group may see it, and when. */
function attributionJson({ viewer }: SubscriberGroup, { by, at }: EnrichedCommit): string {
  return `"by":${JSON.stringify(actorShownTo(viewer, by).name)},"at":${JSON.stringify(at)}`;
}

/** The permissions with which no field of the resource is masked. */
function permissionsToUnmask({ fields }: AnyResource): Permissions {
  const guards = [...fields.values()].flatMap(({ mask }) => mask?.unless ?? []);
  return Object.fromEntries(guards.map(({ page, flag }) => [page, { [flag]: true }]));
}
