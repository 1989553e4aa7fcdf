import { setTimeout as pause } from "node:timers/promises";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";
import type { SeededRandom } from "./seeded-random.ts";

const writeKinds = [
  "receipt",
  "void",
  "expense",
  "expense again",
  "house",
  "house again",
  "tick",
  "tick",
  "tick",
] as const;

/** `persons` is the same user at each server; a random one sends the next write. */
interface RandomWriterOptions {
  persons: readonly Person[];
  random: SeededRandom;
  perSecond: number;
}

/** Sends random writes at a steady rate: receipts, voids, expenses, plots and paid installments. */
export class RandomWriter {
  readonly #options: RandomWriterOptions;
  readonly #pending = new Set<Promise<void>>();
  #isStopped = false;
  #count = 0;
  /** Number of responses by kind and status; status 0 if there was none, for example because the server was stopped. */
  readonly outcomes = new Map<string, number>();

  constructor(hours: RandomWriterOptions) {
    this.#options = hours;
  }

  /** Number of successful writes. */
  get written(): number {
    return [...this.outcomes].reduce((sum, [kind, count]) => sum + (kind.endsWith(" 200") ? count : 0), 0);
  }

  start(): void {
    void this.#loop();
  }

  /** Resolves when all requests have been answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#pending);
  }

  async #loop(): Promise<void> {
    const everyMs = 1_000 / this.#options.perSecond;
    for (let at = performance.now(); !this.#isStopped; at += everyMs) {
      const kind = this.#options.random.below(writeKinds.length);
      const work = this.#writeOnce(kind).then(
        ({ status }) => this.#countOutcome(kind, status),
        () => this.#countOutcome(kind, 0),
      );
      this.#pending.add(work);
      void work.finally(() => this.#pending.delete(work));
      await pause(Math.max(0, at + everyMs - performance.now()));
    }
  }

  #countOutcome(kind: number, status: number): void {
    const key = `${writeKinds[kind]} ${status}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
  }

  async #writeOnce(kind: number): Promise<Reply> {
    const { persons, random } = this.#options;
    const person = random.pick(persons);
    const number = ++this.#count;
    switch (writeKinds[kind]) {
      case "receipt": {
        const body = { HouseNo: random.pick(["A-1", "A-2"]), AmountPaid: 500 + random.below(9_000) };
        return person.post("/payment-receipt", { ...body, PaymentDate: "2026-11-14", PaymentMethod: "Cash" });
      }
      case "void": {
        const receipts = await person.list(paymentReceipt);
        const receipt = receipts[random.below(Math.max(1, receipts.length))];
        return person.delete(`/payment-receipt/${receipt?.PaymentReceiptID ?? 0}`);
      }
      case "expense": {
        const form = { ExpenseType: "Security", ExpenseTitle: `Guards ${number}`, Month: "11", Year: "2026" };
        return person.post("/expenses", { ...form, Amount: 1 + random.below(90_000) });
      }
      case "expense again": {
        const spent = random.pick(await person.list(expenses));
        return random.below(3) === 0
          ? person.delete(`/expenses/${spent.ExpenseID}`)
          : person.put(`/expenses/${spent.ExpenseID}`, { ...spent, Amount: 1 + random.below(90_000) });
      }
      case "house": {
        const [like] = await person.list(plot, "?limit=1");
        return person.post("/plot", { ...like, HouseNo: `N-${number}` });
      }
      case "house again": {
        const house = random.pick(await person.list(plot));
        const edit = random.below(4) === 0 ? { OwnerName: `Owner ${number}` } : { MobileNo: `0300-${number}` };
        return person.put(`/plot/${house.PlotID}`, { ...house, ...edit });
      }
      default: {
        const row = random.pick(await person.list(paymentSchedule));
        return person.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: row.IsPaid === 1 ? 0 : 1 });
      }
    }
  }
}
