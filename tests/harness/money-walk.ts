import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { withdrawnInstallment } from "../../shared/resources/withdrawn-installment.ts";
import type { ModelClient } from "./model-client.ts";
import {
  addAdjustments,
  addChargeOrOpening,
  importOpenings,
  refundOrTransfer,
  voidAdjustment,
  waiveItem,
} from "./money-adjustment-steps.ts";
import { expectBalance, expectLists, expectRecords, expectSums } from "./money-figures.ts";
import type { Operation, SentReply, Step, WalkState } from "./money-model.ts";
import { transferOwnership } from "./money-ownership-steps.ts";
import { moveHouse, reviseRate } from "./money-revision-steps.ts";
import { MoneySociety, watchedResources } from "./money-society.ts";
import {
  addExpense,
  addHouse,
  addRate,
  changeExpense,
  changeReceipt,
  generateSchedule,
  importReceipts,
  keepInstallment,
  recordReceipt,
  revokePlan,
  tickItem,
  undoUntickItem,
  untickItem,
  voidReceipt,
  withdrawInstallments,
} from "./money-steps.ts";
import type { Person } from "./person.ts";
import { assertOk } from "./reply.ts";
import { TestRandom } from "./test-random.ts";

/** The steps of a walk with their weights. */
const steps: readonly (readonly [Step, number])[] = [
  [recordReceipt, 22],
  [changeReceipt, 16],
  [voidReceipt, 10],
  [tickItem, 16],
  [untickItem, 6],
  [undoUntickItem, 8],
  [generateSchedule, 22],
  [revokePlan, 2],
  [withdrawInstallments, 8],
  [keepInstallment, 6],
  [addChargeOrOpening, 16],
  [waiveItem, 24],
  [refundOrTransfer, 16],
  [voidAdjustment, 16],
  [addAdjustments, 6],
  [reviseRate, 6],
  [moveHouse, 8],
  [transferOwnership, 8],
  [importReceipts, 2],
  [importOpenings, 1],
  [addHouse, 4],
  [addRate, 4],
  [addExpense, 4],
  [changeExpense, 4],
];
const weightedSteps = steps.flatMap(([step, weight]) => Array<Step>(weight).fill(step));

/** A step of a walk. Its own seed makes the same choices when earlier steps are left out. */
interface PlannedStep {
  seed: number;
  kind: "generate" | "advance" | "duplicate" | "single" | "pair";
}

interface WalkCounts {
  /** Number of accepted operations by name. */
  accepted: Map<string, number>;
  refused: Map<string, number>;
}

const walksPerSociety = 10;

/** Plans a walk: mostly single steps, some in pairs at two servers at once, and days that pass. */
export function planWalk(seed: number, length: number): PlannedStep[] {
  const random = new TestRandom(seed);
  // The first houses are charged at once, so that there is something to pay.
  const planned: PlannedStep[] = [0, 1].map(() => ({ seed: random.below(2 ** 31), kind: "generate" }));
  for (let count = planned.length; count < length; ) {
    const kind = random.pick([...Array<"single">(11).fill("single"), "pair", "pair", "pair", "advance"] as const);
    const isDuplicate = kind === "single" && random.chance(0.03);
    planned.push({ seed: random.below(2 ** 31), kind: isDuplicate ? "duplicate" : kind });
    count += kind === "pair" ? 2 : 1;
  }
  return planned;
}

/** Runs walks one after the other in shared portals of two servers. */
export class WalkRunner {
  readonly counts: WalkCounts = { accepted: new Map(), refused: new Map() };
  #society: MoneySociety | undefined;

  /** Runs the walk; throws if portal and model differ. After that the next walk gets a new portal. */
  async run(planned: readonly PlannedStep[]): Promise<void> {
    if ((this.#society?.walks.length ?? 0) >= walksPerSociety) await this.close();
    this.#society ??= await MoneySociety.open();
    try {
      await new Walk(this.#society, await this.#society.startWalk(), this.counts).run(planned);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const society = this.#society;
    this.#society = undefined;
    await society?.close();
  }

  /** The shortest walk with a difference that is found within a minute by leaving out steps. */
  async reduce(planned: readonly PlannedStep[]): Promise<readonly PlannedStep[]> {
    const until = performance.now() + 60_000;
    let shortest = planned;
    for (let size = Math.ceil(planned.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let start = shortest.length - size; start >= 0; start -= size) {
        if (performance.now() > until) return shortest;
        const attempt = shortest.toSpliced(start, size);
        if (
          await this.run(attempt).then(
            () => false,
            () => true,
          )
        )
          shortest = attempt;
      }
    return shortest;
  }
}

/** One walk: sends the planned operations and applies their replies to the model, which it compares with the portal. */
class Walk {
  readonly #society: MoneySociety;
  #state: WalkState;
  readonly #counts: WalkCounts;
  /** The operations so far, for the message of a difference. */
  readonly #log: string[] = [];

  constructor(society: MoneySociety, state: WalkState, counts: WalkCounts) {
    this.#society = society;
    this.#state = state;
    this.#counts = counts;
  }

  async run(planned: readonly PlannedStep[]): Promise<void> {
    try {
      for (const step of planned) await this.#runStep(step);
      await this.#compareAll();
    } catch (error) {
      throw new Error(`${this.#log.join("\n")}\n${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }

  async #runStep({ seed, kind }: PlannedStep): Promise<void> {
    // Gives each step a later time than the one before, also at the other server.
    const stepMinutes = 0.1 / 60;
    this.#society.harness.clock.advanceMinutes(stepMinutes);
    const random = new TestRandom(seed);
    if (kind === "advance") {
      const days = random.between(1, 25);
      this.#log.push(`advance ${days} days`);
      return this.#society.advanceDays(days);
    }
    if (kind === "duplicate") {
      const plotId = await this.#society.addDuplicateInstallment(this.#state, random);
      this.#log.push(`a second installment of a month of ${plotId}`);
      return;
    }
    const [first, second] = random.chance(0.5) ? [0, 1] : [1, 0];
    const users = [first, second].map((server) => random.pick(this.#society.users[server] ?? []));
    const operations = users.slice(0, kind === "pair" ? 2 : 1).map(() => this.#choose(kind, random));
    const sent = await Promise.all(
      operations.map(async (operation, index) => {
        const user = users[index];
        if (!user) throw new Error("There is no user");
        return { operation, user, reply: await operation.send(user) };
      }),
    );
    for (const { operation, user, reply } of sent) this.#count(operation, user, reply);
    await this.#apply(sent, this.#society.users[second]?.[0] ?? this.#society.harness.admin);
  }

  #choose(kind: PlannedStep["kind"], random: TestRandom): Operation {
    const step = kind === "generate" ? generateSchedule : random.pick(weightedSteps);
    const operation = step(this.#state, random) ?? recordReceipt(this.#state, random);
    if (!operation) throw new Error("There is nothing to do");
    return operation;
  }

  #count({ name }: Operation, { username }: Person, { status, body }: SentReply): void {
    const counts = status === 200 ? this.#counts.accepted : this.#counts.refused;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#log.push(`${username}: ${name} → ${status} ${status === 200 ? "" : body.message}`);
  }

  /** Applies the operations to the model; those of a pair in the order with which the model agrees with the portal. */
  async #apply(sent: readonly Sent[], reader: Person): Promise<void> {
    const plotIds = new Set(sent.flatMap(({ operation }) => operation.plotIds));
    const orders = sent.length === 1 ? [sent] : [sent, sent.toReversed()];
    const results = orders.map((order) => this.#applyInOrder(order));
    const states = results.filter((result) => "houses" in result);
    const isAmbiguous = states.length === 2 && JSON.stringify(states[0]) !== JSON.stringify(states[1]);
    let difference: unknown = results.find((result) => result instanceof Error);
    for (const state of states)
      try {
        const walks = this.#society.walks.map((walk) => (walk === this.#state ? state : walk));
        for (const house of state.houses.filter(({ plotId }) => plotIds.has(plotId)))
          await expectBalance(reader, house);
        if (isAmbiguous) expectLists(await readLists(reader), walks);
        this.#society.walks.splice(0, walks.length, ...walks);
        this.#state = state;
        return;
      } catch (error) {
        difference ??= error;
      }
    throw difference;
  }

  /** The state after these operations, or the error if the model does not expect their replies in this order. */
  #applyInOrder(sent: readonly Sent[]): WalkState | Error {
    const state = structuredClone(this.#state);
    try {
      for (const { operation, user, reply } of sent) operation.apply(state, reply, user.username ?? "");
      return state;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Runs the check of totals and compares all figures at both servers and at their live clients. */
  async #compareAll(): Promise<void> {
    const { harness, users, walks, clients } = this.#society;
    expect(await harness.portal.checkTotals()).toEqual([]);
    // Both servers read the same records; each keeps sums and clients of its own.
    const reader = users[walks.length % users.length]?.[0] ?? harness.admin;
    const lists = await readLists(reader);
    await expectRecords(reader, walks, lists);
    for (const [index, client] of clients.entries()) {
      const [user] = users[index] ?? [];
      if (!user) continue;
      await expectClientState(client, user, lists);
      await expectSums(user, walks);
    }
  }
}

/** Reads all lists that are compared, in the order of `watchedResources`. */
async function readLists(user: Person) {
  return {
    plots: await user.list(plot),
    schedule: await user.list(paymentSchedule),
    receipts: await user.list(paymentReceipt),
    receivables: await user.list(receivables),
    adjustments: await user.list(adjustment),
    withdrawn: await user.list(withdrawnInstallment),
    expenses: await user.list(expenses),
  };
}

/** Compares the state of the live client after all events with these lists and with the figures of its server. */
async function expectClientState(client: ModelClient, user: Person, lists: Awaited<ReturnType<typeof readLists>>) {
  const { data } = assertOk(await user.get("/dashboard/summary")).body;
  const { receipts } = assertOk(await user.get("/wall/receipts")).body;
  const byId = (rows: readonly Readonly<Record<string, unknown>>[], idField: string) =>
    rows.toSorted((a, b) => Number(a[idField]) - Number(b[idField]));
  const expected = {
    lists: Object.fromEntries(
      Object.values(lists).map((rows, index) => [
        watchedResources[index]?.name,
        byId(rows, watchedResources[index]?.idField ?? ""),
      ]),
    ),
    // A client that has received no event on this connection yet has nothing to compare.
    dashboard: client.dashboard && data,
    wall: client.wall && receipts,
  };
  const readClientState = () => ({
    lists: client.state,
    dashboard: client.dashboard?.data,
    wall: client.wall?.receipts,
  });
  await expect
    .poll(() => isDeepStrictEqual(readClientState(), expected), { interval: 5 })
    .toBe(true)
    .catch(() => expect(readClientState()).toEqual(expected));
  expect(client.violations).toEqual([]);
}

interface Sent {
  operation: Operation;
  user: Person;
  reply: SentReply;
}
