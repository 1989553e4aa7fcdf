import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { pages } from "../../../shared/pages.ts";
import { commitsCollection } from "../../commits/commit.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Log } from "../../log.ts";
import type { Store } from "../store.ts";
import { addPages } from "./add-pages.ts";
import { latestVersion, migrations } from "./migrations.ts";

interface MigrateOptions {
  store: Store;
  /** The context of the system, which may see every row. */
  ctx: RequestContext;
  log: Log;
}

const pollIntervalMs = 100;
const renewIntervalMs = 10_000;
const pageIds: readonly number[] = pages.map(({ id }) => id);

/**
 * Migrates the records of an earlier release. If several servers start, one holds a lease and runs the migrations in
 * order, and the others wait until it has finished. Throws if a newer release has used the database.
 */
export async function migrate({ store, ctx, log }: MigrateOptions): Promise<void> {
  const schemaVersion = createSchemaVersionStore(store);
  for (;;) {
    const current = await schemaVersion.read();
    if (!current) {
      await schemaVersion.initialize();
      continue;
    }
    assertSupportedVersion(current);
    if (isUpToDate(current)) return;
    const leased = await schemaVersion.acquireLease();
    if (leased) return await runMigrations(leased);
    await pause(pollIntervalMs);
  }

  async function runMigrations(from: SchemaVersion): Promise<void> {
    const renewal = setInterval(() => void schemaVersion.renewLease().catch(() => undefined), renewIntervalMs).unref();
    try {
      for (const [index, migration] of migrations.entries()) {
        // The first release has version 1, so the first migration leads to version 2.
        const version = index + 2;
        if (version <= from.version) continue;
        await migration.run(store, ctx);
        await schemaVersion.save({ version });
        log.info({ version, migration: migration.name }, "Migrated the records");
      }
      await ctx.transaction((tx) => addPages(tx, ({ id }) => !from.pages.includes(id)));
      await schemaVersion.save({ pages: [...new Set([...from.pages, ...pageIds])] });
    } finally {
      clearInterval(renewal);
      await schemaVersion.releaseLease();
    }
  }
}

function isUpToDate({ version, pages: migratedPages }: SchemaVersion): boolean {
  return version === latestVersion && pageIds.every((id) => migratedPages.includes(id));
}

/** The version of the records in a database. */
interface SchemaVersion {
  version: number;
  /** Ids of the pages that were added to the database, even if their menus were deleted later. */
  pages: readonly number[];
}

interface SchemaVersionDoc extends SchemaVersion {
  _id: string;
  /** Id of the server that has the lease or had it last; "" before the first migration. */
  holder: string;
  /** The end of the holder's lease, by the clock of the database. */
  until: Date;
}

/** The id of the only document. */
const _id = "schema";
const leaseMs = 30_000;
const noLease = new Date(0);
/** Ids of the pages of the first release, which did not store them. */
const firstReleasePages = Array.from({ length: 22 }, (_, index) => index + 1);

/** Reads and writes the document with the version of the records and the lease of the migrating server. */
function createSchemaVersionStore({ connection }: Pick<Store, "connection">) {
  const docs = connection.collection<SchemaVersionDoc>("upgrades");
  const ownLease = { _id, holder: randomUUID() };
  return {
    /** Null if the document does not exist yet. */
    read: (): Promise<SchemaVersion | null> => docs.findOne({ _id }),
    /** Creates the document. A database without commits is new; others were created by the first release. */
    initialize: async (): Promise<void> => {
      const isNew = (await connection.collection(commitsCollection).findOne({})) === null;
      const initial = isNew ? { version: latestVersion, pages: pageIds } : { version: 1, pages: firstReleasePages };
      await docs.updateOne({ _id }, { $setOnInsert: { ...initial, holder: "", until: noLease } }, { upsert: true });
    },
    /** Acquires the lease and returns the version. Null while another server has the lease. */
    acquireLease: (): Promise<SchemaVersion | null> =>
      docs.findOneAndUpdate({ _id, $expr: { $lte: ["$until", "$$NOW"] } }, [
        { $set: { holder: ownLease.holder, until: { $add: ["$$NOW", leaseMs] } } },
      ]),
    renewLease: () => docs.updateOne(ownLease, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]),
    releaseLease: () => docs.updateOne(ownLease, { $set: { until: noLease } }),
    /** Throws if another server has taken over the lease. */
    save: async (fields: Partial<SchemaVersion>): Promise<void> => {
      const { matchedCount } = await docs.updateOne(ownLease, { $set: fields });
      if (matchedCount !== 1) throw new Error("Another server has taken over the migration: restart this one");
    },
  };
}

/** Throws if a newer release has used the database. */
export async function assertSupportedDatabase(store: Pick<Store, "connection">): Promise<void> {
  const current = await createSchemaVersionStore(store).read();
  if (current) assertSupportedVersion(current);
}

function assertSupportedVersion({ version }: SchemaVersion): void {
  if (version > latestVersion)
    throw new Error(
      `A newer portal has changed the database (record version ${version}; this portal supports up to ${latestVersion}): start that portal, or restore a backup from before the upgrade.`,
    );
}
