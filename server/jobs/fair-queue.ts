import { tooManyWaiting } from "../errors.ts";

interface FairQueueOptions {
  /** How many tasks run at the same time. */
  maxRunning: number;
  /** How many tasks of one account of a client can wait. */
  maxWaitingPerAccount: number;
  /** How many tasks of one client can wait. */
  maxWaitingPerClient: number;
}

/** Who requested a task. */
export interface TaskOwner {
  /** Clients take turns, so that one with many tasks does not delay the others. */
  client: string;
  /** The accounts of a client take turns too. */
  account: string;
}

type StartTask = () => void;

const retryAfterSeconds = 2;

/** Runs tasks with limited concurrency. Clients take turns, and so do the accounts of each client. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** The waiting tasks by client and account. Those whose turn is next come first. */
  readonly #waiting = new Map<string, Map<string, StartTask[]>>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs the task when it is its turn. Throws 429 at once when too many tasks of this owner are waiting. */
  async run<Result>(owner: TaskOwner, task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#options.maxRunning) await this.#waitForTurn(owner);
    else this.#running++;
    try {
      return await task();
    } finally {
      const startNext = this.#takeNext();
      // The next task takes over the place of this one.
      if (startNext) startNext();
      else this.#running--;
    }
  }

  #waitForTurn({ client, account }: TaskOwner): Promise<void> {
    const accounts = this.#waiting.get(client) ?? new Map<string, StartTask[]>();
    const tasks = accounts.get(account) ?? [];
    let waitingOfClient = 0;
    for (const { length } of accounts.values()) waitingOfClient += length;
    const { maxWaitingPerAccount, maxWaitingPerClient } = this.#options;
    if (tasks.length >= maxWaitingPerAccount || waitingOfClient >= maxWaitingPerClient)
      throw tooManyWaiting(retryAfterSeconds);
    return new Promise((resolve) => {
      tasks.push(resolve);
      accounts.set(account, tasks);
      this.#waiting.set(client, accounts);
    });
  }

  /** Takes the first task of the first account of the first client, and moves both to the end of the line. */
  #takeNext(): StartTask | undefined {
    const [client] = this.#waiting;
    const [account] = client?.[1] ?? [];
    if (!client || !account) return undefined;
    const [clientName, accounts] = client;
    const [accountName, tasks] = account;
    const startTask = tasks.shift();
    accounts.delete(accountName);
    if (tasks.length > 0) accounts.set(accountName, tasks);
    this.#waiting.delete(clientName);
    if (accounts.size > 0) this.#waiting.set(clientName, accounts);
    return startTask;
  }
}
