import type mongoose from "mongoose";
import type { Told } from "./told.ts";

/**
 * Where in the history rows of each resource have last moved, as far as this server has heard; the same on every server that
 * has heard of a move since it read all of them.
 */
export class Moves {
  #begin = "";
  readonly #places = new Map<string, string>();

  /** Everything was read anew at that moment, whatever was heard before. */
  begin(moment: mongoose.mongo.Timestamp): void {
    this.#begin = moment.toString();
    this.#places.clear();
  }

  apply({ cursor, changes }: Pick<Told, "cursor" | "changes">): void {
    for (const { resource } of changes) this.#places.set(resource, cursor);
  }

  /** As long as this says the same, nothing of these resources has moved. */
  of(names: readonly string[]): string[] {
    return names.map((name) => this.#places.get(name) ?? this.#begin);
  }
}
