import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleModules, childProcessModules } from "../../scripts/lib/bundle-modules.ts";

declare module "vitest" {
  interface ProvidedContext {
    childModulesFolder: string;
  }
}

/** A folder in node_modules, so that the bundled modules find their packages. */
const cacheFolder = join(import.meta.dirname, "..", "..", "node_modules", ".cache");

/** Bundles the modules that the portals run in child processes, because each start from the sources takes a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, "child-modules-"));
  await bundleModules(childProcessModules, folder);
  project.provide("childModulesFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
