import { gzipSync } from "node:zlib";
import { build } from "vite";

/** Builds the web client into a folder; answers the page whose own code weighs most. */
export async function buildClient(outDir: string): Promise<{ name: string; kB: number }> {
  const built = await build({ logLevel: "warn", build: { outDir, emptyOutDir: true } });
  const outputs = Array.isArray(built) ? built : "output" in built ? [built] : [];
  const pages = outputs
    .flatMap(({ output }) => output)
    .flatMap((file) =>
      file.type === "chunk" && file.facadeModuleId?.includes("/features/")
        ? [{ name: file.name, kB: gzippedKilobytes(file.code) }]
        : [],
    );
  const [largest] = pages.toSorted((one, other) => other.kB - one.kB);
  if (!largest) throw new Error("The build has no pages");
  return largest;
}

/** What these bytes weigh on their way, packed. */
export function gzippedKilobytes(bytes: string | Uint8Array): number {
  return Math.round(gzipSync(bytes).byteLength / 100) / 10;
}
