import type { ImportKind } from "../../../shared/import-kinds.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { importRuns } from "../../../shared/resources/imports.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { conflict } from "../../errors.ts";

type ImportRun = RowOf<typeof importRuns>;
type ImportState = ImportRun["State"];

const lockKey = "an import is under way";
/** A server that falls says nothing more, and after this another import may begin. */
const leaseMs = 30_000;
/** Clocks of two servers are no further apart than this. */
const maxClockSkewMs = 10 * leaseMs;
const heartbeatIntervalMs = 2_000;
const progressIntervalMs = 250;

/**
 * Begins the one import that may be under way in the whole portal: two would wait for each other's houses and numbers. What it does
 * stands in rows of its own, which every server hears of and tells those who look. Refuses with 409 and a name while another one runs.
 */
export async function startImportRun(ctx: RequestContext, { Kind, Total }: { Kind: ImportKind; Total: number }) {
  // The transaction of the rows carries the mark of the request, not these.
  const aside = ctx.withoutIdempotency();
  const { ImportID } = await aside.transaction(async (tx) => {
    const [running] = await tx.find(importRuns, { State: "running" }, { limit: 1 });
    if (running && isLeaseActive(running, tx.now)) throw conflict(createMessage("import-running", { by: running.By }));
    if (running) tx.update(importRuns, running, { State: "failed" });
    // Of two who begin at the same moment the second has to look again, and then finds the first.
    tx.putSecret({ key: lockKey, value: tx.now });
    return tx.insert(importRuns, { Kind, State: "running", Done: 0, Total, By: tx.by.name, Until: leaseEnd(tx.now) });
  });
  let done = 0;
  let told = 0;
  let telling: Promise<void> = Promise.resolve();
  let toldAt = Number.NEGATIVE_INFINITY;
  const alive = setInterval(tell, heartbeatIntervalMs).unref();

  return {
    /** So many rows are through. */
    progress(rows: number): void {
      done = rows;
      if (done === told || performance.now() < toldAt + progressIntervalMs) return;
      tell();
    },
    finish(state: Exclude<ImportState, "running">): Promise<void> {
      clearInterval(alive);
      done = state === "done" ? Total : done;
      telling = telling.then(() => write(state));
      return telling;
    },
  };

  /** One telling at a time; nothing is lost with one that fails, as the next tells it too. */
  function tell(): void {
    if (toldAt === Number.POSITIVE_INFINITY) return;
    toldAt = Number.POSITIVE_INFINITY;
    telling = telling
      .then(() => write("running"))
      .catch(() => undefined)
      .then(() => {
        toldAt = performance.now();
      });
  }

  async function write(State: ImportState): Promise<void> {
    told = done;
    await aside.transaction(async (tx) => {
      const run = await tx.get(importRuns, ImportID);
      tx.update(importRuns, run, { State, Done: done, Until: leaseEnd(tx.now) });
    });
  }
}

/** What a clock that was ahead has promised is not believed for as long as that was. */
function isLeaseActive({ Until }: ImportRun, now: Date): boolean {
  const left = Date.parse(Until) - now.getTime();
  return left > 0 && left <= maxClockSkewMs;
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
