import { build } from "vite";

/** Builds the web client once, because browser tests run against the production build. */
export default async function setup(): Promise<void> {
  await build({ logLevel: "warn" });
}
