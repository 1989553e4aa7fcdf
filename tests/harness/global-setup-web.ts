import { ensureBuild } from "../../scripts/lib/build-stamp.cjs";

/** Builds the portal if a source has changed, because browser tests run against the production build. */
export default function setup(): void {
  if (ensureBuild() !== 0) throw new Error("The web client could not be built");
}
