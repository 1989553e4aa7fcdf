import { canAccess } from "../../../shared/domain/resource-access.ts";
import { importTargets } from "../../../shared/endpoints/import.ts";
import { imports } from "../../../shared/resources/imports.ts";
import { importKinds } from "../../../shared/wire.ts";
import type { LiveQuery } from "../../realtime/broadcaster.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** The progress of the running import, sent to all staff who can list the imported records. */
export const feature: Feature = { initialize: (services) => ({ liveQueries: createLiveQueries(services) }) };

function createLiveQueries({ store }: FeatureServices): LiveQuery[] {
  return importKinds.map((kind) => {
    const { resource } = importTargets[kind];
    return {
      name: resource.name,
      isAffectedBy: (changes, viewer) =>
        viewer.scope === "all" &&
        changes.some(({ resource: changedName, after }) => changedName === imports.name && after?.Kind === kind),
      canSubscribe: (viewer) => canAccess(viewer, { resource, verb: "list" }),
      send: async (_viewer, emit) => {
        const [latest] = await store.find(imports, { Kind: kind }, { sort: { ImportID: -1 }, limit: 1 });
        if (!latest) return;
        const { State: state, By: by, Done: done, Total: total } = latest;
        emit("import", { kind, state, by, done, total });
      },
    };
  });
}
