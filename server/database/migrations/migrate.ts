import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { pages } from "../../../shared/pages.ts";
import { commitsCollection } from "../../commits/commit.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Log } from "../../log.ts";
import type { Store } from "../store.ts";
import { addPages } from "./add-pages.ts";
import { latestVersion, migrations } from "./migrations.ts";

interface MigrateOptions {
  store: Store;
  /** A context with the rights of the system. */
  ctx: RequestContext;
  log: Log;
}

const pollIntervalMs = 100;
const renewIntervalMs = 10_000;

/**
 * Migrates the records of an earlier release. With several servers, one of them runs each step once and in order; all
 * of them wait. Throws when a newer release has used the database.
 */
export async function migrate({ store, ctx, log }: MigrateOptions): Promise<void> {
  const schema = schemaVersionStore(store);
  for (;;) {
    const state = await schema.read();
    if (!state) {
      await schema.initialize();
      continue;
    }
    assertSupportedVersion(state);
    if (isUpToDate(state)) return;
    const leased = await schema.acquireLease();
    if (leased) return await runMigrations(leased);
    await setTimeout(pollIntervalMs);
  }

  async function runMigrations(from: SchemaVersion): Promise<void> {
    const renewal = setInterval(() => void schema.renewLease().catch(() => undefined), renewIntervalMs).unref();
    try {
      for (const [index, step] of migrations.entries()) {
        const version = index + 2;
        if (version <= from.version) continue;
        await step.run(store);
        await schema.save({ version });
        log.info({ version, step: step.name }, "upgraded the records");
      }
      const numbers = pages.map(({ number }) => number);
      await ctx.transaction((tx) => addPages(tx, ({ number }) => !from.pages.includes(number)));
      await schema.save({ pages: [...new Set([...from.pages, ...numbers])] });
    } finally {
      clearInterval(renewal);
      await schema.releaseLease();
    }
  }
}

function isUpToDate({ version, pages: present }: SchemaVersion): boolean {
  return version === latestVersion && pages.every(({ number }) => present.includes(number));
}

/** The version of the records of a database. */
interface SchemaVersion {
  version: number;
  /** Numbers of the pages that the database has, including deleted ones. */
  pages: readonly number[];
}

interface SchemaVersionDoc extends SchemaVersion {
  _id: string;
  /** The server that is migrating. Its lease ends at `until`, by the database's clock. */
  holder: string;
  until: Date;
}

const _id = "schema";
const leaseMs = 30_000;
const never = new Date(0);
/** The pages of the first release, which did not store them. */
const firstReleasePages = Array.from({ length: 22 }, (_, index) => index + 1);

/** Access to the document with the version of the records and the lease of the migrating server. */
function schemaVersionStore({ connection }: Pick<Store, "connection">) {
  const docs = connection.collection<SchemaVersionDoc>("upgrades");
  const ownLease = { _id, holder: randomUUID() };
  return {
    /** Null when no server has initialized it. */
    read: (): Promise<SchemaVersion | null> => docs.findOne({ _id }),
    /** Initializes it: a database without commits is new, one with commits was created by the first release. */
    initialize: async (): Promise<void> => {
      const isNew = (await connection.collection(commitsCollection).findOne({})) === null;
      const progress = isNew
        ? { version: latestVersion, pages: pages.map(({ number }) => number) }
        : { version: 1, pages: firstReleasePages };
      await docs.updateOne({ _id }, { $setOnInsert: { ...progress, holder: "", until: never } }, { upsert: true });
    },
    /** Acquires the lease. Null while another server has it. */
    acquireLease: (): Promise<SchemaVersion | null> =>
      docs.findOneAndUpdate({ _id, $expr: { $lte: ["$until", "$$NOW"] } }, [
        { $set: { holder: ownLease.holder, until: { $add: ["$$NOW", leaseMs] } } },
      ]),
    renewLease: () => docs.updateOne(ownLease, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]),
    releaseLease: () => docs.updateOne(ownLease, { $set: { until: never } }),
    /** Throws when another server has taken over the lease. */
    save: async (progress: Partial<SchemaVersion>): Promise<void> => {
      const { matchedCount } = await docs.updateOne(ownLease, { $set: progress });
      if (matchedCount !== 1) throw new Error("Another server has gone on with the upgrade: start this one again");
    },
  };
}

/** Throws when a newer release has used the database. */
export async function assertSupportedDatabase(store: Pick<Store, "connection">): Promise<void> {
  const state = await schemaVersionStore(store).read();
  if (state) assertSupportedVersion(state);
}

function assertSupportedVersion(state: SchemaVersion): void {
  if (state.version > latestVersion)
    throw new Error(
      `The database is of a newer portal (form ${state.version} of the records; this one knows up to ${latestVersion}): start that version, or restore a backup from before the upgrade.`,
    );
}
