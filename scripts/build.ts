import { copyFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "vite";
import { readSourceStamp, stampFile } from "./lib/build-stamp.cjs";
import { runScript } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const docsPage = join(root, "server", "http", "openapi", "docs-page");

/** What runs in production, and the child processes of the server. Their names are those of the built files. */
const serverEntries = [
  ...["start", "backup", "restore", "import", "check-totals"].map((name) => `scripts/${name}.ts`),
  "server/documents/pdf-process.ts",
  "server/services/imports/spreadsheet-process.ts",
  "server/features/society/logo-process.ts",
];
/** Read from the folder of the code that sends them. */
const serverFiles = ["index.html", "page.css", "page.js"];

/**
 * npm run build: the web client in dist/web, and the server in dist/server, bundled without its packages. dist/ is replaced at
 * the end, so that a failed build leaves the previous one.
 */
runScript(async () => {
  const stamp = readSourceStamp();
  const output = join(root, `dist-${process.pid}`);
  try {
    await build({ logLevel: "warn", build: { outDir: join(output, "web") } });
    await buildServer(join(output, "server"));
    await writeFile(join(output, stampFile), stamp);
    await replaceFolder(output, join(root, "dist"));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

async function buildServer(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir,
      target: "node20",
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(serverEntries.map((file) => [basename(file, ".ts"), join(root, file)])),
        // All in one folder, as modules find child processes and files beside themselves.
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
    ssr: { external: true },
  });
  for (const file of serverFiles) await copyFile(join(docsPage, file), join(outDir, file));
}

/** Two builds at the same time may both replace the folder; the last one wins. */
async function replaceFolder(source: string, target: string): Promise<void> {
  const previous = `${source}-previous`;
  await rename(target, previous).catch(ignoreMissing);
  await rename(source, target);
  await rm(previous, { recursive: true, force: true });
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
