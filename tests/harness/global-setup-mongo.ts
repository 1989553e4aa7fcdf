import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findMongo } from "../../scripts/lib/find-mongo.ts";

declare module "vitest" {
  interface ProvidedContext {
    mongoUri: string;
  }
}

const minMemoryBytes = 4 * 1024 ** 3;

/** One MongoDB for the whole run; every portal in it has a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await pickDataFolder(), "portal-tests-"));
  const clear = () => rm(dataDir, { recursive: true, force: true });
  const mongo = await findMongo({ env: process.env, dataDir }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  project.provide("mongoUri", mongo.uri);
  return async () => {
    await mongo.stop();
    await clear();
  };
}

/** Memory rather than disk, where there is plenty: a society per test is many small files. */
async function pickDataFolder(): Promise<string> {
  const memory = "/dev/shm";
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > minMemoryBytes ? memory : tmpdir();
}
