import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findMongo, withConnection } from "../../scripts/lib/mongo.ts";

declare module "vitest" {
  interface ProvidedContext {
    mongoUri: string;
  }
}

const memoryFolder = "/dev/shm";
const minMemoryBytes = 4 * 1024 ** 3;

/** Starts one MongoDB for the whole run; each portal uses a separate database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await pickDataFolder(), "portal-tests-"));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const mongo = await findMongo({ env: process.env, dataDir }).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  project.provide("mongoUri", mongo.uri);
  const resumeExpiry = await pauseExpiry(mongo.uri);
  return async () => {
    await resumeExpiry();
    await mongo.stop();
    await removeData();
  };
}

/**
 * Stops MongoDB from removing expired documents, and returns a function that lets it continue. MongoDB goes by the
 * machine's time, but the portals of the tests by a clock that may be behind it: their documents would vanish within a
 * minute.
 */
async function pauseExpiry(uri: string): Promise<() => Promise<void>> {
  const setEnabled = (isEnabled: boolean) =>
    withConnection(uri, async (connection) => {
      const admin = connection.getClient().db("admin");
      const { was } = await admin.command({ setParameter: 1, ttlMonitorEnabled: isEnabled });
      return was === true;
    });
  const wasEnabled = await setEnabled(false);
  return async () => void (await setEnabled(wasEnabled));
}

/** A folder in memory if there is enough of it, because the databases of the tests are many small files. */
async function pickDataFolder(): Promise<string> {
  const freeBytes = await statfs(memoryFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes > minMemoryBytes ? memoryFolder : tmpdir();
}
