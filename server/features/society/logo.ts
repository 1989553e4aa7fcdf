import { once } from "node:events";
import { z } from "zod";
import { forkModule } from "../../jobs/child-process.ts";
import { limitConcurrency } from "../../jobs/limit-concurrency.ts";

const processLimits = { maxHeapMegabytes: 256, timeout: 10_000, killSignal: "SIGKILL" } as const;
/** Runs one child process at a time, to limit memory. */
const runSerially = limitConcurrency(1);

/**
 * The answer of the child process: the rebuilt image as a data URL, or null for a file that is not a PNG or JPEG image.
 */
export const logoResponseSchema = z.object({ logo: z.string().nullable() });

/**
 * Rebuilds an image from its pixels, scaled down, as a data URL. Undefined if it is not a valid PNG or JPEG image. Runs
 * in a child process with limits, so that a malicious file does not use the server's time and memory.
 */
export function createLogo(file: Uint8Array): Promise<string | undefined> {
  return runSerially(async () => {
    const child = forkModule(new URL("./logo-process.ts", import.meta.url), processLimits);
    const response = Promise.race([once(child, "message"), once(child, "disconnect")]);
    child.send(file, () => undefined);
    const [message] = await response;
    // Without a response, the process exceeded its limit of time or memory.
    return logoResponseSchema.safeParse(message).data?.logo ?? undefined;
  });
}
