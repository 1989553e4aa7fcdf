import { build } from "vite";

/** Browser tests look at the client that visitors get, so it is built once before them. */
export default async function setup(): Promise<void> {
  await build({ logLevel: "warn" });
}
