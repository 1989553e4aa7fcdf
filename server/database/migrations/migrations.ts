import type { Store } from "../store.ts";
import { addMissingFields } from "./v2-add-missing-fields.ts";
import { addCommitSums } from "./v3-add-commit-sums.ts";

/** One step from a form of the records to the next. It may be cut off and run again, so doing part of it twice must be harmless. */
export interface Migration {
  /** What it does, for the log. */
  name: string;
  run: (store: Store) => Promise<void>;
}

/** In this order; a step that has been released is never changed, and new ones are added at the end. */
export const migrations: readonly Migration[] = [addMissingFields, addCommitSums];

/** The form of the records that this portal reads and writes; those of the first release have form 1. */
export const latestVersion = 1 + migrations.length;
