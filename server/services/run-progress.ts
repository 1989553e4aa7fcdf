import { createMessage } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { imports } from "../../shared/resources/imports.ts";
import { importKinds } from "../../shared/wire.ts";
import { isUnexpired } from "../clock.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { conflict } from "../errors.ts";

type Run = RowOf<typeof imports>;

/** The key that every import writes when it starts. Stored in the database, so its text must not change. */
const importStartKey = "an import is under way";
/** Another import can start when the running import has not renewed its lease for this long. */
const leaseMs = 30_000;
const heartbeatIntervalMs = 2_000;
const progressIntervalMs = 250;

/**
 * Records the start and then the progress of a run: an import, or the printing of many bills. All servers broadcast the
 * recorded progress. Throws 409 with the name of the other user while another import runs, because two imports would
 * wait for each other's rows.
 */
export async function startRun(ctx: RequestContext, { Kind, Total }: Pick<Run, "Kind" | "Total">) {
  // The transaction with the imported rows records the idempotency key, not the transactions with the progress.
  const runContext = ctx.detached();
  const { ImportID } = await runContext.transaction(async (tx) => {
    if (importKinds.some((kind) => kind === Kind)) await lockImports(tx);
    return tx.insert(imports, { Kind, State: "running", Done: 0, Total, By: tx.by.name, Until: leaseEnd(tx.now) });
  });
  let finishedRows = 0;
  let writtenRows = 0;
  let lastWrite: Promise<void> = Promise.resolve();
  let lastWriteMs = Number.NEGATIVE_INFINITY;
  let isWriting = false;
  const heartbeat = setInterval(writeProgress, heartbeatIntervalMs).unref();

  return {
    /** Sets the number of finished rows or bills. Writes it now, or with a later call. */
    setProgress(rows: number): void {
      finishedRows = rows;
      if (finishedRows === writtenRows || performance.now() < lastWriteMs + progressIntervalMs) return;
      writeProgress();
    },
    /** Ends the run. Resolves when its final state is stored. */
    finish(state: Exclude<Run["State"], "running">): Promise<void> {
      clearInterval(heartbeat);
      if (state === "done") finishedRows = Total;
      lastWrite = lastWrite.then(() => write(state));
      return lastWrite;
    },
  };

  /** Also renews the lease. A failed write is not retried, because the next one stores newer progress. */
  function writeProgress(): void {
    if (isWriting) return;
    isWriting = true;
    lastWrite = lastWrite
      .then(() => write("running"))
      .catch(() => undefined)
      .then(() => {
        lastWriteMs = performance.now();
        isWriting = false;
      });
  }

  async function write(State: Run["State"]): Promise<void> {
    writtenRows = finishedRows;
    await runContext.transaction(async (tx) => {
      const run = await tx.get(imports, ImportID);
      tx.update(imports, run, { State, Done: finishedRows, Until: leaseEnd(tx.now) });
    });
  }
}

/** Throws 409 while another import runs. Marks an import whose server has stopped as failed. */
async function lockImports(tx: Transaction): Promise<void> {
  const [running] = await tx.find(imports, { State: "running", Kind: inArray(importKinds) }, { limit: 1 });
  if (running && isUnexpired(running.Until, { now: tx.now, lifetimeMs: leaseMs }))
    throw conflict(createMessage("import-running", { by: running.By }));
  if (running) tx.update(imports, running, { State: "failed" });
  // Two imports that start at the same time conflict in this write: the second is retried and finds the first.
  tx.putSecret({ key: importStartKey, value: tx.now });
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
