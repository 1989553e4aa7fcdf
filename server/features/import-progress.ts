import { canDo } from "../../shared/can-do.ts";
import { importNames } from "../../shared/import-names.ts";
import { imports } from "../../shared/imports.ts";
import { importRuns } from "../../shared/resources/imports.ts";
import type { Board } from "../kernel/live.ts";
import type { Store } from "../kernel/store.ts";

/** How far an import is, for all staff who look at what it makes. */
export function importBoards({ store }: { store: Store }): Board[] {
  return importNames.map((kind) => {
    const { resource } = imports[kind];
    return {
      name: resource.name,
      moves: (changes, viewer) =>
        viewer.scope === "all" &&
        changes.some(({ resource: of, after }) => of === importRuns.name && after?.Kind === kind),
      mayWatch: (viewer) => canDo(viewer, { resource, verb: "list" }),
      tell: async (_viewer, emit) => {
        const [latest] = await store.find(importRuns, { Kind: kind }, { sort: { ImportID: -1 }, limit: 1 });
        if (!latest) return;
        const { State: state, By: by, Done: done, Total: total } = latest;
        emit("import", { kind, state, by, done, total });
      },
    };
  });
}
