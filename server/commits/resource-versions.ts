import type mongoose from "mongoose";
import type { CommitEvent } from "./commit.ts";

/**
 * The version of each resource: the cursor of its last commit. It is equal on all servers that have read a commit of
 * the resource since their start.
 */
export class ResourceVersions {
  #snapshotTime = "";
  readonly #cursors = new Map<string, string>();

  /**
   * Forgets all cursors. Until its next commit, the version of a resource is the time of the snapshot from which the
   * server's state was loaded.
   */
  reset(snapshotTime: mongoose.mongo.Timestamp): void {
    this.#snapshotTime = snapshotTime.toString();
    this.#cursors.clear();
  }

  apply({ cursor, changes }: Pick<CommitEvent, "cursor" | "changes">): void {
    for (const { resource } of changes) this.#cursors.set(resource, cursor);
  }

  /** The version of each of these resources. A version changes with every change of a row. */
  versionsOf(names: readonly string[]): string[] {
    return names.map((name) => this.#cursors.get(name) ?? this.#snapshotTime);
  }
}
