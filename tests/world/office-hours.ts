import { setTimeout as pause } from "node:timers/promises";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Chance } from "./chance.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";

const kinds = ["receipt", "void", "expense", "expense again", "house", "house again", "tick", "tick", "tick"] as const;

/** The same person at each of the servers. */
interface Hours {
  ways: readonly Person[];
  chance: Chance;
  perSecond: number;
}

/** Ticks, receipts, voids, changes, houses and expenses, as an office writes them on a busy day, at whichever server. */
export class OfficeHours {
  readonly #hours: Hours;
  readonly #under = new Set<Promise<void>>();
  #over = false;
  #made = 0;
  /** How often each was answered how; 0 where it did not get through, a server having gone away for instance. */
  readonly answers = new Map<string, number>();

  constructor(hours: Hours) {
    this.#hours = hours;
  }

  /** How many came to be written. */
  get written(): number {
    return [...this.answers].reduce((sum, [kind, count]) => sum + (kind.endsWith(" 200") ? count : 0), 0);
  }

  begin(): void {
    void this.#go();
  }

  /** Resolves when everything begun has been answered. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#under);
  }

  async #go(): Promise<void> {
    const everyMs = 1_000 / this.#hours.perSecond;
    for (let at = performance.now(); !this.#over; at += everyMs) {
      const kind = this.#hours.chance.below(kinds.length);
      const work = this.#one(kind).then(
        ({ status }) => this.#count(kind, status),
        () => this.#count(kind, 0),
      );
      this.#under.add(work);
      void work.finally(() => this.#under.delete(work));
      await pause(Math.max(0, at + everyMs - performance.now()));
    }
  }

  #count(kind: number, status: number): void {
    const key = `${kinds[kind]} ${status}`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
  }

  async #one(kind: number): Promise<Reply> {
    const { ways, chance } = this.#hours;
    const office = chance.of(ways);
    const number = ++this.#made;
    switch (kinds[kind]) {
      case "receipt": {
        const body = { HouseNo: chance.of(["A-1", "A-2"]), AmountPaid: 500 + chance.below(9_000) };
        return office.post("/payment-receipt", { ...body, PaymentDate: "2026-11-14", PaymentMethod: "Cash" });
      }
      case "void": {
        const receipts = await office.list(paymentReceipt);
        const receipt = receipts[chance.below(Math.max(1, receipts.length))];
        return office.delete(`/payment-receipt/${receipt?.PaymentReceiptID ?? 0}`);
      }
      case "expense": {
        const form = { ExpenseType: "Security", ExpenseTitle: `Guards ${number}`, Month: "11", Year: "2026" };
        return office.post("/expenses", { ...form, Amount: 1 + chance.below(90_000) });
      }
      case "expense again": {
        const spent = chance.of(await office.list(expenses));
        return chance.below(3) === 0
          ? office.delete(`/expenses/${spent.ExpenseID}`)
          : office.put(`/expenses/${spent.ExpenseID}`, { ...spent, Amount: 1 + chance.below(90_000) });
      }
      case "house": {
        const [like] = await office.list(plot, "?limit=1");
        return office.post("/plot", { ...like, HouseNo: `N-${number}` });
      }
      case "house again": {
        const house = chance.of(await office.list(plot));
        const edit = chance.below(4) === 0 ? { OwnerName: `Owner ${number}` } : { MobileNo: `0300-${number}` };
        return office.put(`/plot/${house.PlotID}`, { ...house, ...edit });
      }
      default: {
        const row = chance.of(await office.list(paymentSchedule));
        return office.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: row.IsPaid === 1 ? 0 : 1 });
      }
    }
  }
}
