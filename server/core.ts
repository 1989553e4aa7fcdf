import { resources } from "../shared/resources/index.ts";
import { AnchorWriter, ensureFirstAnchor } from "./commits/anchors.ts";
import { ChangeStream } from "./commits/change-stream.ts";
import { ensureCommitIndexes } from "./commits/commit.ts";
import { CommitChains } from "./commits/commit-chain.ts";
import { GroupCommit } from "./commits/group-commit.ts";
import { IdempotencyStore } from "./commits/idempotency.ts";
import { ensureMonthMutex } from "./commits/month-mutex.ts";
import { RequestContext } from "./commits/request-context.ts";
import { ResourceVersions } from "./commits/resource-versions.ts";
import { completeMarkedRestore } from "./database/backup/restore.ts";
import { connect, readAtSnapshot } from "./database/connection.ts";
import { DiskSpaceGuard, minFreeDiskBytes } from "./database/disk-space-guard.ts";
import { IdCounters } from "./database/id-counters.ts";
import { ensureIndexes } from "./database/indexes.ts";
import { assertSupportedDatabase, migrate } from "./database/migrations/migrate.ts";
import { startOrphanedTransactionCleanup } from "./database/orphaned-transactions.ts";
import { createPresent } from "./database/present.ts";
import { ReferenceCache } from "./database/reference-cache.ts";
import { SecretStore } from "./database/secret-store.ts";
import { Store } from "./database/store.ts";
import type { Log } from "./log.ts";
import { unpaidBills, updateBillStates } from "./services/bill-states.ts";
import { withdrawCertificates } from "./services/certificates.ts";
import { assertCountedCashUnchanged } from "./services/counted-cash.ts";
import { recordDrawerMovements } from "./services/drawers.ts";
import { LastPayments, OutstandingBalances } from "./services/outstanding-balances.ts";
import { RunningTotals } from "./services/running-totals.ts";
import { subscribeDerivedState } from "./subscribers.ts";

interface CoreOptions {
  uri: string;
  /** Name of the database, if the URI does not contain it. */
  name?: string;
  /** The database has the indexes of this release. Otherwise the missing ones are created. */
  hasIndexes?: boolean;
  now: () => Date;
  log: Log;
  /** Writes are rejected when fewer bytes than this are free on the database's disk. */
  getMinFreeBytes?: () => number;
}

/**
 * The database, the write path and the derived state. Scripts use the core directly; `openServer` adds HTTP, sockets,
 * mail and jobs.
 */
export type Core = Awaited<ReturnType<typeof openCore>>;

/**
 * Connects, creates indexes, migrates the data, loads the derived state and starts the change stream. Throws if a newer
 * release has used the database.
 */
export async function openCore({
  uri,
  name,
  hasIndexes = false,
  now,
  log,
  getMinFreeBytes = () => minFreeDiskBytes,
}: CoreOptions) {
  const connection = await connect(uri, name);
  await completeMarkedRestore(connection);
  await assertSupportedDatabase({ connection }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const store = new Store(connection);
  const secretStore = new SecretStore(connection);
  const idempotency = new IdempotencyStore(connection);
  const idCounters = new IdCounters(connection);
  const referenceCache = new ReferenceCache(store, resources);
  const resourceVersions = new ResourceVersions();
  const totals = new RunningTotals();
  const outstandingBalances = new OutstandingBalances();
  const lastPayments = new LastPayments();
  const changeStream = new ChangeStream({
    connection,
    log,
    loadState: async () => {
      chains.reset();
      // A restore ends the change stream, so that this function runs again, perhaps before the restore has replaced all
      // collections.
      await completeMarkedRestore(connection);
      await ensureMonthMutex(connection);
      await migrate({ store, ctx: createSystemContext("upgrade"), log });
      await ensureFirstAnchor(connection, now());
      const { snapshotTime } = await readAtSnapshot(connection, async (session) => {
        await referenceCache.load(session);
        await outstandingBalances.load((onIncluded) =>
          totals.load(store, {
            session,
            onExcluded: (rows) => log.warn(rows, "Rows with an invalid value were left out of all totals"),
            onIncluded,
          }),
        );
        lastPayments.clear();
      });
      resourceVersions.reset(snapshotTime);
      return snapshotTime;
    },
  });
  subscribeDerivedState(changeStream, {
    referenceCache,
    resourceVersions,
    totals,
    outstandingBalances,
    lastPayments,
  });
  const chains = new CommitChains(changeStream.serverId);
  const anchors = new AnchorWriter({ connection, chains, now, log });
  const diskSpace = new DiskSpaceGuard({ connection, log, getMinFreeBytes });
  const groupCommit = new GroupCommit({
    store,
    secretStore,
    idempotency,
    idCounters,
    changeStream,
    chains,
    diskSpace,
    relatedRows: [unpaidBills],
    beforeCommit: async (tx) => {
      await updateBillStates(tx);
      await withdrawCertificates(tx);
      await recordDrawerMovements(tx);
      await assertCountedCashUnchanged(tx);
    },
    now,
  });
  const createSystemContext = (requestId: string) => RequestContext.forSystem(groupCommit, requestId);
  await diskSpace.start();
  const stopOrphanedTransactionCleanup = await startOrphanedTransactionCleanup({ connection, log });
  if (!hasIndexes) {
    await ensureIndexes(connection, resources);
    await secretStore.ensureIndexes();
    await idempotency.ensureIndexes();
    await ensureCommitIndexes(connection);
  }
  await changeStream.start();
  anchors.start();
  return {
    connection,
    store,
    secretStore,
    idempotency,
    groupCommit,
    diskSpace,
    changeStream,
    referenceCache,
    resourceVersions,
    totals,
    outstandingBalances,
    lastPayments,
    present: createPresent(resources, referenceCache),
    /** See `RequestContext.forSystem`. */
    createSystemContext,
    close: async () => {
      diskSpace.stop();
      stopOrphanedTransactionCleanup();
      await anchors.stop();
      const streamClosed = changeStream.close();
      await connection.close();
      await streamClosed;
    },
  };
}
