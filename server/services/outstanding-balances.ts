import {
  foldOutstanding,
  foldOutstandingGroup,
  type HouseOutstanding,
  type OutstandingByPlot,
} from "../../shared/domain/ageing.ts";
import { isRowOf } from "../../shared/registry.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { RowChange } from "../commits/commit.ts";
import type { Doc, Session, Store } from "../database/store.ts";
import { groupInstallments } from "./installment-groups.ts";

/** What every house has still to pay, by due date: counted once, then kept by folding in each change. */
export class OutstandingBalances {
  #balances: OutstandingByPlot = new Map();

  get current(): ReadonlyMap<number, HouseOutstanding> {
    return this.#balances;
  }

  /** Counts everything anew within the given snapshot. */
  async load(store: Store, session: Session): Promise<void> {
    const open: OutstandingByPlot = new Map();
    for await (const alike of groupInstallments(store, { IsPaid: 0 }, session)) foldOutstandingGroup(open, alike);
    this.#balances = open;
  }

  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes)
      if (resource === paymentSchedule.name)
        foldOutstanding(this.#balances, { before: toInstallment(before), after: toInstallment(after) });
  }
}

function toInstallment(doc: Doc | null) {
  return isRowOf(paymentSchedule, doc) ? doc : null;
}
