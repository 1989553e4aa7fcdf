import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import type { PortalProcess } from "./portal-process.ts";

const timeoutMs = 20_000;

/** The mails that the portal has written as files, as soon as there are so many. */
export async function waitForMails({ outboxDir }: PortalProcess, least: number): Promise<Email[]> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const files = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith(".eml"));
    if (files.length >= least)
      return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))));
    if (Date.now() > giveUpAt) throw new Error(`${files.length} mails instead of ${least}`);
    await pause(50);
  }
}
