import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { hasErrorCode } from "../server/data-folder.ts";
import { withFileLock } from "../server/database/mongod/file-lock.ts";
import { isBuildCurrent, readSourceStamp, stampFile } from "./lib/build-stamp.cjs";
import { bundleModules, serverEntries } from "./lib/bundle-modules.ts";
import { runScript } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const docsPage = join(root, "server", "http", "openapi", "docs-page");

/** The files of the page of the API's documentation. The server looks for them in the folder of its own code. */
const docsPageFiles = ["index.html", "page.css", "page.js"];

const dist = join(root, "dist");
const newDist = join(root, "dist-new");
const previousDist = join(root, "dist-previous");
const cacheFolder = join(root, "node_modules", ".cache");

/**
 * npm run build: builds the web client into dist/web, and the server into dist/server, bundled without its packages.
 * With --if-stale it builds only if a source has changed. Only one build runs at a time: a second process waits for the
 * first, and then may find that the build is current.
 */
runScript(async () => {
  // Vite builds a development client if the shell of a developer sets another value.
  process.env.NODE_ENV = "production";
  await mkdir(cacheFolder, { recursive: true });
  await withFileLock(join(cacheFolder, "build.lock"), async () => {
    if (!process.argv.includes("--if-stale") || !isBuildCurrent()) await buildPortal();
  });
});

/** Replaces dist/ at the end, so that a failed build leaves the previous one. */
async function buildPortal(): Promise<void> {
  // Folders of a build that was killed.
  for (const folder of [newDist, previousDist]) await rm(folder, { recursive: true, force: true });
  const stamp = readSourceStamp();
  await build({ logLevel: "warn", build: { outDir: join(newDist, "web") } });
  await buildServer(join(newDist, "server"));
  await writeFile(join(newDist, stampFile), stamp);
  await rename(dist, previousDist).catch((error: unknown) => {
    if (!hasErrorCode(error, "ENOENT")) throw error;
  });
  await rename(newDist, dist);
  await rm(previousDist, { recursive: true, force: true });
}

async function buildServer(outDir: string): Promise<void> {
  await bundleModules(serverEntries, outDir);
  for (const file of docsPageFiles) await copyFile(join(docsPage, file), join(outDir, file));
}
