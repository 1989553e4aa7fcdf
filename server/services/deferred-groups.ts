import { setTimeout as pause } from "node:timers/promises";
import type { InstallmentGroup } from "../../shared/domain/totals.ts";

/** The pause between two groups, so that the start of the server and requests are not delayed. */
const backgroundPauseMs = 10;

/**
 * Groups of installments that the server has read at its start and adds to figures later: in the background, or when
 * the figures are first needed. They can be added even after later changes. Adding a million installments takes a
 * quarter of a second for the totals and a third of a second for the balances.
 */
export class DeferredGroups {
  readonly #add: (group: InstallmentGroup) => void;
  #groups: InstallmentGroup[] = [];

  constructor(add: (group: InstallmentGroup) => void) {
    this.#add = add;
  }

  /** Replaces the groups that are not added yet, and begins to add the new ones in the background. */
  replace(groups: InstallmentGroup[]): void {
    this.#groups = groups;
    void this.#addInBackground();
  }

  /** Adds all groups now. */
  addAll(): void {
    while (this.#groups.length > 0) this.#addNext();
  }

  async #addInBackground(): Promise<void> {
    while (this.#groups.length > 0) {
      await pause(backgroundPauseMs, undefined, { ref: false });
      this.#addNext();
    }
  }

  #addNext(): void {
    const group = this.#groups.pop();
    if (group) this.#add(group);
  }
}
