import { tooManyWaiting } from "../errors.ts";

interface FairQueueOptions {
  /** Maximum number of tasks that run at the same time. */
  maxRunning: number;
  /** Maximum number of waiting tasks of one account of a client. */
  maxWaitingPerAccount: number;
  /** Maximum number of waiting tasks of one client. */
  maxWaitingPerClient: number;
}

/** Who requested a task. */
export interface TaskRequester {
  /** Clients take turns, so that a client with many tasks does not delay the others. */
  client: string;
  /** The accounts of a client take turns too. */
  account: string;
}

type StartTask = () => void;

const retryAfterSeconds = 2;

/** Runs tasks with limited concurrency. Clients take turns, and so do the accounts of each client. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** The waiting tasks by client and account, in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, StartTask[]>>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs the task when it is its turn. Throws 429 at once when too many tasks of this requester are waiting. */
  async run<Result>(requester: TaskRequester, task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#options.maxRunning) await this.#waitForTurn(requester);
    else this.#running++;
    try {
      return await task();
    } finally {
      const startNext = this.#takeNext();
      // If a task starts in place of this one, the number of running tasks stays the same.
      if (startNext) startNext();
      else this.#running--;
    }
  }

  #waitForTurn({ client, account }: TaskRequester): Promise<void> {
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

  /** Takes the first task of the first account of the first client. Then moves this account and client to the end. */
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
