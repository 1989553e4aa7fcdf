import { setTimeout } from "node:timers/promises";
import { pages } from "../../shared/pages.ts";
import type { Context } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import type { Store } from "../kernel/store.ts";
import { newestVersion, upgrades } from "./list.ts";
import { givePages } from "./pages.ts";
import { type Progress, refuseNewerThanThis, schemaIn } from "./schema.ts";

interface UpgradeParts {
  store: Store;
  /** The portal itself at work. */
  ctx: Context;
  log: Log;
}

const askAgainMs = 100;
const renewEveryMs = 10_000;

/**
 * Brings the records of an earlier release to the form that this one knows, each step once and in order, whichever of several
 * servers does it; resolves when all of it is done. Throws, in one line, for the books of a newer portal.
 */
export async function upgrade({ store, ctx, log }: UpgradeParts): Promise<void> {
  const schema = schemaIn(store);
  for (;;) {
    const found = await schema.read();
    if (!found) {
      await schema.begin();
      continue;
    }
    refuseNewerThanThis(found);
    if (isCurrent(found)) return;
    const claimed = await schema.claim();
    if (claimed) return await goOn(claimed);
    await setTimeout(askAgainMs);
  }

  async function goOn(from: Progress): Promise<void> {
    const renewal = setInterval(() => void schema.renew().catch(() => undefined), renewEveryMs).unref();
    try {
      for (const [index, step] of upgrades.entries()) {
        const version = index + 2;
        if (version <= from.version) continue;
        await step.run(store);
        await schema.save({ version });
        log.info({ version, step: step.name }, "upgraded the records");
      }
      const numbers = pages.map(({ number }) => number);
      await ctx.transaction((tx) => givePages(tx, ({ number }) => !from.pages.includes(number)));
      await schema.save({ pages: [...new Set([...from.pages, ...numbers])] });
    } finally {
      clearInterval(renewal);
      await schema.release();
    }
  }
}

function isCurrent({ version, pages: given }: Progress): boolean {
  return version === newestVersion && pages.every(({ number }) => given.includes(number));
}
