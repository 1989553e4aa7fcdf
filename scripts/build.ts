import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "vite";
import { withFileLock } from "../server/database/mongod/file-lock.ts";
import { isBuildCurrent, readSourceStamp, stampFile } from "./lib/build-stamp.cjs";
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

const dist = join(root, "dist");
const newDist = join(root, "dist-new");
const previousDist = join(root, "dist-previous");
const cacheFolder = join(root, "node_modules", ".cache");

/**
 * npm run build: the web client in dist/web, and the server in dist/server, bundled without its packages. With --if-stale
 * only if a source has changed. One build at a time; another process waits and may find a current build then.
 */
runScript(async () => {
  // Vite would build a development client with the value of a developer's shell.
  process.env.NODE_ENV = "production";
  await mkdir(cacheFolder, { recursive: true });
  await withFileLock(join(cacheFolder, "build.lock"), async () => {
    if (!process.argv.includes("--if-stale") || !isBuildCurrent()) await buildPortal();
  });
});

/** Replaces dist/ at the end, so that a failed build leaves the previous one. */
async function buildPortal(): Promise<void> {
  // A build that was killed has left them.
  for (const folder of [newDist, previousDist]) await rm(folder, { recursive: true, force: true });
  const stamp = readSourceStamp();
  await build({ logLevel: "warn", build: { outDir: join(newDist, "web") } });
  await buildServer(join(newDist, "server"));
  await writeFile(join(newDist, stampFile), stamp);
  await rename(dist, previousDist).catch(ignoreMissing);
  await rename(newDist, dist);
  await rm(previousDist, { recursive: true, force: true });
}

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

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
