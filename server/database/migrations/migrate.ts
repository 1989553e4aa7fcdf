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
  /** The portal itself at work. */
  ctx: RequestContext;
  log: Log;
}

const pollIntervalMs = 100;
const renewIntervalMs = 10_000;

/**
 * Brings the records of an earlier release to the form that this one knows, each step once and in order, whichever of several
 * servers does it; resolves when all of it is done. Throws, in one line, for the books of a newer portal.
 */
export async function migrate({ store, ctx, log }: MigrateOptions): Promise<void> {
  const schema = schemaVersionOf(store);
  for (;;) {
    const found = await schema.read();
    if (!found) {
      await schema.initialize();
      continue;
    }
    assertSupportedVersion(found);
    if (isUpToDate(found)) return;
    const claimed = await schema.acquireLease();
    if (claimed) return await goOn(claimed);
    await setTimeout(pollIntervalMs);
  }

  async function goOn(from: SchemaVersion): Promise<void> {
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

function isUpToDate({ version, pages: given }: SchemaVersion): boolean {
  return version === latestVersion && pages.every(({ number }) => given.includes(number));
}

/** How far the records of a database have come. */
interface SchemaVersion {
  version: number;
  /** Numbers of the pages that its roles have been given, or had before. */
  pages: readonly number[];
}

interface SchemaVersionDoc extends SchemaVersion {
  _id: string;
  /** Who is at work, until the moment `until` of the database's clock unless it says that it still is. */
  holder: string;
  until: Date;
}

const _id = "schema";
const leaseMs = 30_000;
const never = new Date(0);
/** Those of the first release, which kept no account of them. */
const firstReleasePages = Array.from({ length: 22 }, (_, index) => index + 1);

/** The one document that says which form the records of a database have, and which server is at changing it. */
function schemaVersionOf({ connection }: Pick<Store, "connection">) {
  const docs = connection.collection<SchemaVersionDoc>("upgrades");
  const mine = { _id, holder: randomUUID() };
  return {
    /** Undefined before a portal has said it here for the first time. */
    read: (): Promise<SchemaVersion | null> => docs.findOne({ _id }),
    /** Says it for the first time: a database without a commit is new, and one with commits was left by the first release. */
    initialize: async (): Promise<void> => {
      const isNew = (await connection.collection(commitsCollection).findOne({})) === null;
      const progress = isNew
        ? { version: latestVersion, pages: pages.map(({ number }) => number) }
        : { version: 1, pages: firstReleasePages };
      await docs.updateOne({ _id }, { $setOnInsert: { ...progress, holder: "", until: never } }, { upsert: true });
    },
    /** How far it is, for the one server that may go on from there; null while another one is at it. */
    acquireLease: (): Promise<SchemaVersion | null> =>
      docs.findOneAndUpdate({ _id, $expr: { $lte: ["$until", "$$NOW"] } }, [
        { $set: { holder: mine.holder, until: { $add: ["$$NOW", leaseMs] } } },
      ]),
    renewLease: () => docs.updateOne(mine, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]),
    releaseLease: () => docs.updateOne(mine, { $set: { until: never } }),
    /** Refused where another server has taken over meanwhile. */
    save: async (progress: Partial<SchemaVersion>): Promise<void> => {
      const { matchedCount } = await docs.updateOne(mine, { $set: progress });
      if (matchedCount !== 1) throw new Error("Another server has gone on with the upgrade: start this one again");
    },
  };
}

/** Throws, in one line, when a newer portal has worked on these books. */
export async function assertSupportedDatabase(store: Pick<Store, "connection">): Promise<void> {
  const found = await schemaVersionOf(store).read();
  if (found) assertSupportedVersion(found);
}

/** The same for what it has been found to say. */
function assertSupportedVersion(found: SchemaVersion): void {
  if (found.version > latestVersion)
    throw new Error(
      `The database is of a newer portal (form ${found.version} of the records; this one knows up to ${latestVersion}): start that version, or restore a backup from before the upgrade.`,
    );
}
