import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../server/demo/random.ts";
import type { Visitor } from "./visitor.ts";

/** Somebody who ticks and unticks installments, so many a second. */
export class Writing {
  written = 0;
  failed = 0;
  readonly #ended: Promise<void>;
  readonly #requests = new Set<Promise<void>>();
  #stopped = false;

  constructor(
    writer: Visitor,
    how: { installments: readonly number[]; perSecond: number; seed: number; onSend?: (id: number) => void },
  ) {
    this.#ended = this.#go(writer, how);
  }

  /** Resolves when the last write has been answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
    await Promise.all(this.#requests);
  }

  async #go(
    writer: Visitor,
    { installments, perSecond, seed, onSend }: ConstructorParameters<typeof Writing>[1],
  ): Promise<void> {
    const random = new Random(seed);
    const paid = new Set<number>();
    const begun = performance.now();
    for (let count = 1; !this.#stopped; count++) {
      const id = random.pick(installments);
      const IsPaid = paid.has(id) ? 0 : 1;
      if (IsPaid === 1) paid.add(id);
      else paid.delete(id);
      onSend?.(id);
      const request = writer.call({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid } }).then(
        ({ status }) => {
          if (status === 200) this.written++;
          else this.failed++;
        },
        () => {
          this.failed++;
        },
      );
      this.#requests.add(request);
      void request.then(() => this.#requests.delete(request));
      await pause(Math.max(0, begun + (count * 1_000) / perSecond - performance.now()));
    }
  }
}
