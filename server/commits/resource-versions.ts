import type mongoose from "mongoose";
import type { CommitEvent } from "./commit-event.ts";

/**
 * Where in the history rows of each resource have last moved, as far as this server has heard; the same on every server that
 * has heard of a move since it read all of them.
 */
export class ResourceVersions {
  #loadedAt = "";
  readonly #cursors = new Map<string, string>();

  /** Everything was read anew at that moment, whatever was heard before. */
  reset(moment: mongoose.mongo.Timestamp): void {
    this.#loadedAt = moment.toString();
    this.#cursors.clear();
  }

  apply({ cursor, changes }: Pick<CommitEvent, "cursor" | "changes">): void {
    for (const { resource } of changes) this.#cursors.set(resource, cursor);
  }

  /** As long as this says the same, nothing of these resources has moved. */
  versionsOf(names: readonly string[]): string[] {
    return names.map((name) => this.#cursors.get(name) ?? this.#loadedAt);
  }
}
