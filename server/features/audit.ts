import { canDo } from "../../shared/can-do.ts";
import { addDays, startOfDay } from "../../shared/dates.ts";
import { type AuditRecord, audit, plotHistory } from "../../shared/endpoints/audit.ts";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { resources } from "../../shared/resources/index.ts";
import { plot } from "../../shared/resources/plot.ts";
import { seenOf } from "../ground/concerns.ts";
import { type AuditEntry, type AuditFilter, auditTrail } from "../kernel/audit.ts";
import { actorFor } from "../kernel/commit.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import { idFrom } from "../kernel/ids.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Present } from "../kernel/present.ts";
import { notFound, wrongParameter } from "../kernel/refusal.ts";
import type { Store } from "../kernel/store.ts";

interface AuditParts {
  store: Store;
  mirror: Mirror;
  presenters: ReadonlyMap<string, Present>;
}

interface PageAsked {
  viewer: Viewer;
  limit: number;
  after: string | undefined;
  /** Resources that the viewer may not list are left out in any case. */
  filter: AuditFilter;
}

/** The books of who did what, read from the commits. A change shows only to who may see the record itself. */
export function auditCalls({ store, mirror, presenters }: AuditParts): Call[] {
  return [
    defineCall(audit, async ({ ctx: { viewer, today }, query }) => {
      const { limit, after, resource, id, user, type, from, to } = query;
      if (id !== undefined && resource === undefined) throw wrongParameter("id");
      if (from !== undefined && to !== undefined && to < from) throw wrongParameter("to");
      if (resource !== undefined && !auditable.has(resource)) throw wrongParameter("resource");
      // Who is not told of persons cannot ask by them either.
      if (user !== undefined && viewer.scope !== "all") throw wrongParameter("user");
      const filter = {
        resources: resource === undefined ? [...auditable.keys()] : [resource],
        id,
        type,
        userId: user,
        from: from === undefined ? undefined : startOfDay(from),
        before: startOfDay(addDays(to ?? today, 1)),
      };
      return pageOf({ viewer, limit, after, filter });
    }),
    defineCall(plotHistory, async ({ ctx: { viewer }, params, query: { limit, after } }) => {
      const PlotID = idFrom(plot, params.PlotID);
      const house = mirror.get(plot, PlotID);
      if (!house || !mayHold(viewer, plot, house)) throw notFound(plot.label);
      return pageOf({ viewer, limit, after, filter: { resources: ownedByPlots, plot: PlotID } });
    }),
  ];

  async function pageOf({ viewer, limit, after, filter }: PageAsked) {
    const shown = filter.resources.filter((name) => {
      const resource = auditable.get(name);
      return resource && canDo(viewer, { resource, verb: "list" });
    });
    const trail = await auditTrail(store.connection, { filter: { ...filter, resources: shown }, after });
    if (!trail) throw wrongParameter("after");
    const found: AuditRecord[] = [];
    for await (const entry of trail) {
      const record = recordOf(entry, viewer);
      if (record) found.push(record);
      if (found.length > limit) break;
    }
    const data = found.slice(0, limit);
    const next = found.length > limit ? (data.at(-1)?.AuditID ?? null) : null;
    return { success: true as const, message: "", data, next };
  }

  function recordOf(entry: AuditEntry, viewer: Viewer): AuditRecord | undefined {
    const resource = auditable.get(entry.resource);
    const seen = resource && seenOf(entry, { viewer, resource, presenters });
    if (!seen) return undefined;
    const by = actorFor(viewer, entry.by);
    return {
      AuditID: entry.place,
      At: entry.at.toISOString(),
      UserID: by.UserID,
      By: by.name,
      Resource: resource.name,
      Label: resource.label,
      RecordID: entry.id,
      Title: String((seen.After ?? seen.Before)?.[resource.title] ?? entry.id),
      Type: entry.type,
      ...seen,
      RequestID: entry.requestId,
    };
  }
}

const auditable: ReadonlyMap<string, AnyResource> = new Map(
  resources.filter(({ viewOf, internal }) => !viewOf && !internal).map((resource) => [resource.name, resource]),
);

const ownedByPlots = [...auditable.values()].filter(({ own }) => own !== undefined).map(({ name }) => name);
