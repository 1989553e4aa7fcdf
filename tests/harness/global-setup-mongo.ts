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
  const resetParameters = await setParameters(mongo.uri, testParameters);
  return async () => {
    await resetParameters();
    await mongo.stop();
    await removeData();
  };
}

/**
 * Expired documents stay: MongoDB goes by the machine's time, but the portals of the tests by a clock that may be behind
 * it, so their documents would vanish within a minute. The files of dropped databases are removed after 30 s instead
 * of five minutes, because MongoDB tries to remove each of these thousands of files every second.
 */
const testParameters = { ttlMonitorEnabled: false, minSnapshotHistoryWindowInSeconds: 30 };

/** Sets parameters of MongoDB, and returns a function that sets them back. */
async function setParameters(uri: string, parameters: Readonly<Record<string, unknown>>): Promise<() => Promise<void>> {
  const set = (values: Readonly<Record<string, unknown>>) =>
    withConnection(uri, async (connection) => {
      const admin = connection.getClient().db("admin");
      const earlier: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(values))
        earlier[name] = (await admin.command({ setParameter: 1, [name]: value })).was;
      return earlier;
    });
  const earlierValues = await set(parameters);
  return async () => void (await set(earlierValues));
}

/** A folder in memory if there is enough of it, because the databases of the tests are many small files. */
async function pickDataFolder(): Promise<string> {
  const freeBytes = await statfs(memoryFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes > minMemoryBytes ? memoryFolder : tmpdir();
}
