import { setTimeout } from "node:timers/promises";
import { pages } from "../../../shared/pages.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Log } from "../../log.ts";
import type { Store } from "../store.ts";
import { addPages } from "./add-pages.ts";
import { latestVersion, migrations } from "./migrations.ts";
import { assertSupportedVersion, type SchemaVersion, schemaVersionOf } from "./schema-version.ts";

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
