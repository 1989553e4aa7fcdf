import { expect, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { FairQueue, type TaskRequester } from "../../server/jobs/fair-queue.ts";

const limits = { maxRunning: 1, maxWaitingPerAccount: 3, maxWaitingPerClient: 5 };
const refusal = { status: 429, details: { retryAfterSeconds: 2 } };

test("clients take turns, and the accounts of one client take turns within its share", {
  tags: "requirement-8",
}, async () => {
  const { queue, release, startOrder } = occupyQueue();
  const requesters = ["a1", "a1", "a1", "a2", "b1", "b1", "c1"].map(toRequester);
  const runs = requesters.map((requester) =>
    queue.run(requester, async () => startOrder.push(requester.client + requester.account)),
  );
  release();
  await Promise.all(runs);
  expect(startOrder).toEqual(["a1", "b1", "c1", "a2", "b1", "a1", "a1"]);
});

test("a client with too many waiting tasks is refused before its task starts, and other clients are not", {
  tags: "requirement-8",
}, async () => {
  const { queue, release, startOrder } = occupyQueue();
  const run = (name: string) => queue.run(toRequester(name), async () => startOrder.push(name));
  const accepted = ["a1", "a1", "a1"].map(run);
  await expect(run("a1")).rejects.toMatchObject(refusal);
  accepted.push(...["a2", "a3"].map(run));
  await expect(run("a4")).rejects.toMatchObject(refusal);
  accepted.push(run("b1"));
  release();
  await Promise.all(accepted);
  expect(startOrder.toSorted()).toEqual(["a1", "a1", "a1", "a2", "a3", "b1"]);
  await run("a1");
  expect(startOrder).toHaveLength(7);
});

test("the next task starts after a task that fails", async () => {
  const queue = new FairQueue(limits);
  const failing = queue.run(toRequester("a1"), () => Promise.reject(new Error("no")));
  const next = queue.run(toRequester("a1"), async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

/** A queue whose only place is taken until `release` is called. */
function occupyQueue() {
  const queue = new FairQueue(limits);
  const deferred = createDeferred<void>();
  void queue.run(toRequester("z1"), () => deferred.promise);
  const startOrder: string[] = [];
  return { queue, startOrder, release: () => deferred.resolve() };
}

function toRequester(name: string): TaskRequester {
  return { client: name.slice(0, 1), account: name.slice(1) };
}
