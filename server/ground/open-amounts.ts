import { foldOpen, foldOpenAlike, type OpenAmounts, type OpenHouse } from "../../shared/domain/ageing.ts";
import { isRowOf } from "../../shared/registry.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { RowChange } from "../kernel/commit.ts";
import type { Doc, Session, Store } from "../kernel/store.ts";
import { rowsAlike } from "./rows-alike.ts";

/** What every house has still to pay, by due date: counted once, then kept by folding in each change. */
export class RunningOpenAmounts {
  #open: OpenAmounts = new Map();

  get current(): ReadonlyMap<number, OpenHouse> {
    return this.#open;
  }

  /** Counts everything anew within the given snapshot. */
  async load(store: Store, session: Session): Promise<void> {
    const open: OpenAmounts = new Map();
    for await (const alike of rowsAlike(store, { IsPaid: 0 }, session)) foldOpenAlike(open, alike);
    this.#open = open;
  }

  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes)
      if (resource === paymentSchedule.name) foldOpen(this.#open, { before: rowOf(before), after: rowOf(after) });
  }
}

function rowOf(doc: Doc | null) {
  return isRowOf(paymentSchedule, doc) ? doc : null;
}
