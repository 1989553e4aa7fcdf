import { addDays, startOfDay } from "../../shared/dates.ts";
import { type AuditRecord, audit } from "../../shared/endpoints/audit.ts";
import { canDo, mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { resources } from "../../shared/resources/index.ts";
import { type AuditEntry, auditTrail } from "../kernel/audit.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Present } from "../kernel/present.ts";
import { invalid, wrongParameter } from "../kernel/refusal.ts";
import type { Doc, Store } from "../kernel/store.ts";

interface AuditParts {
  store: Store;
  presenters: ReadonlyMap<string, Present>;
}

/** The books of who did what, read from the commits. A change shows only to who may see the record itself. */
export function auditCalls({ store, presenters }: AuditParts): Call[] {
  return [
    defineCall(audit, async ({ ctx: { viewer, today }, query }) => {
      const { limit, after, resource, id, user, type, from, to } = query;
      if (id !== undefined && resource === undefined) throw wrongParameter("id");
      if (from !== undefined && to !== undefined && to < from) throw wrongParameter("to");
      const shown = new Map(
        auditable.filter((item) => canDo(viewer, { resource: item, verb: "list" })).map((item) => [item.name, item]),
      );
      if (resource !== undefined && !auditable.some(({ name }) => name === resource)) throw wrongParameter("resource");
      const filter = {
        resources: [...shown.keys()].filter((name) => resource === undefined || name === resource),
        id,
        type,
        userId: user,
        from: startOfDay(from ?? earliest),
        to: new Date(startOfDay(addDays(to ?? today, 1)).getTime() - 1),
      };
      const trail = await auditTrail(store.connection, { filter, after });
      if (!trail) throw wrongParameter("after");
      const data: AuditRecord[] = [];
      for await (const entry of trail) {
        const of = shown.get(entry.resource);
        const record = of && recordOf(entry, { resource: of, viewer });
        if (record) data.push(record);
        if (data.length > limit) break;
      }
      const page = data.slice(0, limit);
      const next = data.length > limit ? (page.at(-1)?.AuditID ?? null) : null;
      return { success: true, message: "", data: page, next };
    }),
  ];

  function recordOf(
    { place, at, by, requestId, resource: Resource, id: RecordID, type: Type, before, after }: AuditEntry,
    { resource, viewer }: { resource: AnyResource; viewer: Viewer },
  ): AuditRecord | undefined {
    const shownOf = (row: Doc | null) => {
      return row && mayHold(viewer, resource, row) ? (presenters.get(resource.name)?.(row) ?? null) : null;
    };
    const [Before, After] = [shownOf(before), shownOf(after)];
    const either = After ?? Before;
    if (!either) return undefined;
    return {
      AuditID: place,
      At: at.toISOString(),
      UserID: by.UserID,
      By: by.name,
      Resource,
      Label: resource.label,
      RecordID,
      Title: String(either[resource.title] ?? RecordID),
      Type,
      Before,
      After,
      RequestID: requestId,
    };
  }
}

/** Before any society kept its books here. */
const earliest = "2000-01-01";

const auditable = resources.filter(({ viewOf, internal }) => !viewOf && !internal);
