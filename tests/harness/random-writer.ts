import { setTimeout as pause } from "node:timers/promises";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

/** A "tick" marks an installment as paid or unpaid; it is three times as frequent as the other writes. */
const writeKinds = [
  "receipt",
  "void",
  "expense",
  "expense change",
  "house",
  "house change",
  "tick",
  "tick",
  "tick",
] as const;

type WriteKind = (typeof writeKinds)[number];

interface RandomWriterOptions {
  /** API clients, one for each server; a random one sends each write. */
  clients: readonly Person[];
  random: TestRandom;
  perSecond: number;
}

/** Sends random writes at a steady rate: receipts, voids, expenses, plots and ticks. */
export class RandomWriter {
  readonly #options: RandomWriterOptions;
  readonly #pending = new Set<Promise<void>>();
  #isStopped = false;
  #count = 0;
  /**
   * Number of responses by kind and status; the status is 0 if there was no response, for example because the server
   * was stopped.
   */
  readonly outcomes = new Map<string, number>();

  constructor(options: RandomWriterOptions) {
    this.#options = options;
  }

  /** Number of successful writes. */
  get writtenCount(): number {
    return [...this.outcomes].reduce(
      (sum, [kindAndStatus, count]) => sum + (kindAndStatus.endsWith(" 200") ? count : 0),
      0,
    );
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
    const intervalMs = 1_000 / this.#options.perSecond;
    for (let writeAt = performance.now(); !this.#isStopped; writeAt += intervalMs) {
      const kind = this.#options.random.pick(writeKinds);
      const work = this.#writeOnce(kind).then(
        ({ status }) => this.#countOutcome(kind, status),
        () => this.#countOutcome(kind, 0),
      );
      this.#pending.add(work);
      void work.finally(() => this.#pending.delete(work));
      await pause(Math.max(0, writeAt + intervalMs - performance.now()));
    }
  }

  #countOutcome(kind: WriteKind, status: number): void {
    const key = `${kind} ${status}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
  }

  async #writeOnce(kind: WriteKind): Promise<Reply> {
    const { clients, random } = this.#options;
    const person = random.pick(clients);
    const number = ++this.#count;
    switch (kind) {
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
        const expenseForm = { ExpenseType: "Security", ExpenseTitle: `Guards ${number}`, Month: "11", Year: "2026" };
        return person.post("/expenses", { ...expenseForm, Amount: 1 + random.below(90_000) });
      }
      case "expense change": {
        const expense = random.pick(await person.list(expenses));
        return random.below(3) === 0
          ? person.delete(`/expenses/${expense.ExpenseID}`)
          : person.put(`/expenses/${expense.ExpenseID}`, { ...expense, Amount: 1 + random.below(90_000) });
      }
      case "house": {
        const [template] = await person.list(plot, "?limit=1");
        return person.post("/plot", { ...template, HouseNo: `N-${number}` });
      }
      case "house change": {
        const house = random.pick(await person.list(plot));
        const edit = random.below(4) === 0 ? { OwnerName: `Owner ${number}` } : { MobileNo: `0300-${number}` };
        return person.put(`/plot/${house.PlotID}`, { ...house, ...edit });
      }
      case "tick": {
        const { PaymentScheduleID, IsPaid } = random.pick(await person.list(paymentSchedule));
        return person.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: IsPaid === 1 ? 0 : 1 });
      }
    }
  }
}
