import type { z } from "zod";
import type { logoResponseSchema } from "./logo.ts";
import { rebuildImage } from "./rebuild-image.ts";

// Entry point of the child process that logo.ts starts for each image.
process.once("message", (file: Uint8Array) => {
  process.send?.(handleFile(Buffer.from(file)), () => process.disconnect());
});

function handleFile(file: Buffer): z.output<typeof logoResponseSchema> {
  try {
    const { type, bytes } = rebuildImage(file);
    return { logo: `data:${type};base64,${bytes.toString("base64")}` };
  } catch {
    return { logo: null };
  }
}
