import { unavailable } from "../errors.ts";
import { createDeferred, type Deferred } from "./deferred.ts";

const maxRememberedTransactions = 4096;
const waitTimeoutMs = 3_000;

/** Lets callers wait until the change stream has delivered the transactions that this server has committed. */
export class OwnCommitDeliveries {
  /** Committed transactions that are not delivered yet, by id. */
  readonly #expected = new Map<string, { resources: ReadonlySet<string>; delivered: Deferred<void> }>();
  /** The ids of the latest delivered transactions. A delivery can come before the confirmation of the commit. */
  readonly #deliveredIds = new Set<string>();

  get expectedIds(): Iterable<string> {
    return this.#expected.keys();
  }

  expect(transactionId: string, resources: ReadonlySet<string>): void {
    if (resources.size === 0 || this.#deliveredIds.has(transactionId)) return;
    this.#expected.set(transactionId, { resources, delivered: createDeferred<void>() });
  }

  /** Resolves when the expected changes of these resources are delivered. Throws 503 after three seconds. */
  async wait(resources: readonly string[]): Promise<void> {
    const expected = [...this.#expected.values()].filter((commit) =>
      resources.some((name) => commit.resources.has(name)),
    );
    if (expected.length === 0) return;
    const timeout = createDeferred<never>();
    const timer = setTimeout(() => timeout.reject(unavailable()), waitTimeoutMs);
    try {
      await Promise.race([Promise.all(expected.map(({ delivered }) => delivered.promise)), timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  markDelivered(transactionId: string): void {
    this.#expected.get(transactionId)?.delivered.resolve();
    this.#expected.delete(transactionId);
    this.#deliveredIds.add(transactionId);
    const [oldest = ""] = this.#deliveredIds;
    if (this.#deliveredIds.size > maxRememberedTransactions) this.#deliveredIds.delete(oldest);
  }
}
