import type mongoose from "mongoose";
import type { CommitEvent } from "./commit.ts";

/** The cursor of the last commit of each resource. Equal on all servers once they have read a commit since their start. */
export class ResourceVersions {
  #loadedAt = "";
  readonly #cursors = new Map<string, string>();

  /** Forgets all cursors, after the data was loaded at this time. */
  reset(loadedAt: mongoose.mongo.Timestamp): void {
    this.#loadedAt = loadedAt.toString();
    this.#cursors.clear();
  }

  apply({ cursor, changes }: Pick<CommitEvent, "cursor" | "changes">): void {
    for (const { resource } of changes) this.#cursors.set(resource, cursor);
  }

  /** Changes whenever a row of one of these resources changes. */
  versionsOf(names: readonly string[]): string[] {
    return names.map((name) => this.#cursors.get(name) ?? this.#loadedAt);
  }
}
