import type { ImportName } from "../../shared/import-names.ts";
import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { importRuns } from "../../shared/resources/imports.ts";
import type { Context } from "../kernel/context.ts";
import { conflict } from "../kernel/refusal.ts";

type Run = RowOf<typeof importRuns>;
type State = Run["State"];

const turnKey = "an import is under way";
/** A server that falls says nothing more, and after this another import may begin. */
const aliveMs = 30_000;
/** Clocks of two servers are no further apart than this. */
const longestAheadMs = 10 * aliveMs;
const sayAliveEveryMs = 2_000;
const tellEveryMs = 250;

/**
 * Begins the one import that may be under way in the whole portal: two would wait for each other's houses and numbers. What it does
 * stands in rows of its own, which every server hears of and tells those who look. Refuses with 409 and a name while another one runs.
 */
export async function beginImport(ctx: Context, { Kind, Total }: { Kind: ImportName; Total: number }) {
  // The transaction of the rows carries the mark of the request, not these.
  const aside = ctx.afterwards();
  const { ImportID } = await aside.transaction(async (tx) => {
    const [running] = await tx.find(importRuns, { State: "running" }, { limit: 1 });
    if (running && isAlive(running, tx.now)) throw conflict(messages.importRunning(running.By));
    if (running) tx.update(importRuns, running, { State: "failed" });
    // Of two who begin at the same moment the second has to look again, and then finds the first.
    tx.keepSecret({ key: turnKey, value: tx.now });
    return tx.insert(importRuns, { Kind, State: "running", Done: 0, Total, By: tx.by.name, Until: until(tx.now) });
  });
  let done = 0;
  let told = 0;
  let telling: Promise<void> = Promise.resolve();
  let toldAt = Number.NEGATIVE_INFINITY;
  const alive = setInterval(tell, sayAliveEveryMs).unref();

  return {
    /** So many rows are through. */
    step(rows: number): void {
      done = rows;
      if (done === told || performance.now() < toldAt + tellEveryMs) return;
      tell();
    },
    end(state: Exclude<State, "running">): Promise<void> {
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

  async function write(State: State): Promise<void> {
    told = done;
    await aside.transaction(async (tx) => {
      const run = await tx.get(importRuns, ImportID);
      tx.update(importRuns, run, { State, Done: done, Until: until(tx.now) });
    });
  }
}

/** What a clock that was ahead has promised is not believed for as long as that was. */
function isAlive({ Until }: Run, now: Date): boolean {
  const left = Date.parse(Until) - now.getTime();
  return left > 0 && left <= longestAheadMs;
}

function until(now: Date): string {
  return new Date(now.getTime() + aliveMs).toISOString();
}
