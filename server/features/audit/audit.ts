import { addDays, startOfDay } from "../../../shared/dates.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { type AuditRecord, audit, plotHistory } from "../../../shared/endpoints/audit.ts";
import { canSeeRow, plotFieldsOf, type Viewer } from "../../../shared/permissions.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";
import { ownership } from "../../../shared/resources/ownership.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { type AuditEntry, type AuditFilter, readAllEntries, readAuditTrail } from "../../commits/audit-trail.ts";
import { actorShownTo } from "../../commits/commit.ts";
import { invalidParameter, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { presentVisibleChange } from "../../services/visible-rows.ts";
import type { Feature, FeatureServices } from "../feature.ts";

interface AuditPageRequest {
  viewer: Viewer;
  limit: number;
  after: string | undefined;
  /** Its resources can include resources that the viewer cannot list; their changes are left out. */
  filter: AuditFilter;
}

export const feature: Feature = { initialize: (services) => ({ endpointHandlers: createAuditHandlers(services) }) };

/** The audit trail, read from the commits. Viewers see only changes of records that they can see. */
function createAuditHandlers({ store, referenceCache, present }: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(audit, async ({ ctx: { viewer, today }, query }) => {
      const { limit, after, resource, id, user, type, from, to } = query;
      if (id !== undefined && resource === undefined) throw invalidParameter("id");
      if (from !== undefined && to !== undefined && to < from) throw invalidParameter("to");
      if (resource !== undefined && !auditableResources.has(resource)) throw invalidParameter("resource");
      // Residents see no names, so they cannot filter by user.
      if (user !== undefined && viewer.scope !== "all") throw invalidParameter("user");
      const filter = {
        resources: resource === undefined ? [...auditableResources.keys()] : [resource],
        id,
        type,
        userId: user,
        fromTime: from === undefined ? undefined : startOfDay(from),
        beforeTime: startOfDay(addDays(to ?? today, 1)),
      };
      return readPage({ viewer, limit, after, filter });
    }),
    defineEndpointHandler(plotHistory, async ({ ctx: { viewer }, params, query: { limit, after } }) => {
      const PlotID = parseId(plot, params.PlotID);
      const house = referenceCache.get(plot, PlotID);
      if (!house || !canSeeRow(viewer, plot, house)) throw notFound(plot.label);
      return readPage({ viewer, limit, after, filter: { resources: plotOwnedResourceNames, plotId: PlotID } });
    }),
  ];

  async function readPage({ viewer, limit, after, filter }: AuditPageRequest) {
    const listableNames = filter.resources.filter((name) => {
      const resource = auditableResources.get(name);
      return resource && canAccess(viewer, { resource, verb: "list" });
    });
    const trail = await readAuditTrail(store.connection, {
      filter: { ...filter, resources: listableNames },
      afterEntryId: after,
    });
    if (!trail) throw invalidParameter("after");
    const transferTimes = await readTransferTimes(viewer);
    const records: AuditRecord[] = [];
    for await (const entry of trail) {
      const record = toAuditRecord(entry, { viewer, transferTimes });
      if (record) records.push(record);
      if (records.length > limit) break;
    }
    const data = records.slice(0, limit);
    const next = records.length > limit ? (data.at(-1)?.AuditID ?? null) : null;
    return { data, next };
  }

  /**
   * When the transfer to the current owner was recorded, by PlotID, for the plots of a resident that another owner had
   * from the same first day.
   */
  async function readTransferTimes({ scope, ownedFrom }: Viewer): Promise<TransferTimes> {
    const times = new Map<number, Date>();
    if (scope === "all") return times;
    for (const [PlotID, From] of ownedFrom) {
      const sameDay = await store.find(ownership, { PlotID, From });
      const id = sameDay.find(({ To }) => To === null)?.OwnershipID;
      if (sameDay.length === 1 || id === undefined) continue;
      const filter = { resources: [ownership.name], id, type: "insert" } as const;
      for await (const { at } of readAllEntries(store.connection, filter)) times.set(PlotID, at);
    }
    return times;
  }

  function toAuditRecord(
    entry: AuditEntry,
    { viewer, transferTimes }: { viewer: Viewer; transferTimes: TransferTimes },
  ): AuditRecord | undefined {
    const resource = auditableResources.get(entry.resource);
    if (!resource) return undefined;
    const change = hideBeforeTransfer(entry, { resource, transferTimes, viewer });
    const visible = presentVisibleChange(change, { viewer, resource, present });
    if (!visible) return undefined;
    const actor = actorShownTo(viewer, entry.by);
    return {
      AuditID: entry.entryId,
      At: entry.at.toISOString(),
      UserID: actor.UserID,
      By: actor.name,
      ApprovedBy: viewer.scope === "all" ? (entry.approvedBy?.name ?? "") : "",
      Resource: resource.name,
      Label: resource.label,
      RecordID: entry.id,
      Title: String((visible.After ?? visible.Before)?.[resource.titleField] ?? entry.id),
      Type: entry.type,
      ...visible,
      RequestID: entry.requestId,
    };
  }
}

type TransferTimes = ReadonlyMap<number, Date>;

interface TransferContext {
  viewer: Viewer;
  resource: AnyResource;
  transferTimes: TransferTimes;
}

/**
 * The change without the rows that the viewer would see only by plots whose transfer was recorded after them. Their date
 * does not hide them, because the transfer is of the same day.
 */
function hideBeforeTransfer(entry: AuditEntry, { viewer, resource, transferTimes }: TransferContext): AuditEntry {
  const { before, after } = entry;
  const isHidden = (row: AuditEntry["before"], isBefore: (transferredAt: Date) => boolean) => {
    const plotIds = plotFieldsOf(resource).map((field) => Number(row?.[field]));
    const ownPlotIds = plotIds.filter((id) => viewer.plotIds.has(id));
    const times = ownPlotIds.map((id) => transferTimes.get(id));
    return times.length > 0 && times.every((time) => time !== undefined && isBefore(time));
  };
  return {
    ...entry,
    before: isHidden(before, (transferredAt) => entry.at <= transferredAt) ? null : before,
    after: isHidden(after, (transferredAt) => entry.at < transferredAt) ? null : after,
  };
}

const auditableResources: ReadonlyMap<string, AnyResource> = new Map(
  resources
    .filter(({ derivedFrom, internal }) => !derivedFrom && !internal)
    .map((resource) => [resource.name, resource]),
);

const plotOwnedResourceNames = [...auditableResources.values()]
  .filter(({ plotField }) => plotField !== undefined)
  .map(({ name }) => name);
