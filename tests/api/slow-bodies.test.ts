import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { ReferenceCache } from "../../server/database/reference-cache.ts";
import { Authenticator } from "../../server/http/authenticate.ts";
import { queueReceiptTransaction } from "../../server/services/receipts/add-receipts.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { role } from "../../shared/resources/role.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

/** A request of each route that reads a body. */
const writes = [
  { method: "POST", path: "/payment-receipt", body: receiptForm({}) },
  { method: "PUT", path: "/plot-category/1", body: { CategoryName: "Changed" } },
  { method: "DELETE", path: "/payment-receipt/1", body: { Reason: "Entered twice" } },
  { method: "POST", path: "/adjustment", body: adjustmentForm({}) },
  {
    method: "POST",
    path: "/import/plots",
    body: "HouseNo,Category,Type,Floor,OwnerName\nC-7,A,Residential,Ground,Nadia",
  },
] as const;

test("a user whose rights are withdrawn while the bodies of requests arrive writes nothing", async () => {
  const { admin, manager, changeUser, portal } = await openHarness();
  await createReceipt(admin, {});
  const readRecords = async () => ({
    receipts: await admin.list(paymentReceipt),
    categories: await admin.list(plotCategory),
    plots: await admin.list(plot),
    adjustments: assertOk(await admin.get("/adjustment")).body.data,
  });
  const before = await readRecords();
  const sent = await Promise.all(writes.map((write) => sendHalf(manager, { url: portal.url(), ...write })));

  const nobodyRole = (await admin.list(role)).find(({ RoleName }) => RoleName === "Nobody");
  await changeUser("manager", { RoleID: nobodyRole?.RoleID ?? 0 });
  expect(await Promise.all(sent.map((finish) => finish()))).toEqual(
    writes.map(({ method, path }) => ({ request: `${method} ${path}`, status: 403, success: false })),
  );
  expect(await readRecords()).toEqual(before);
});

test("a session that ends while the body of a request arrives writes nothing", async () => {
  const { admin, manager, portal } = await openHarness();
  const [write] = writes;
  const finish = await sendHalf(manager, { url: portal.url(), ...write });
  assertOk(await manager.post("/logout"));
  expect(await finish()).toMatchObject({ status: 401 });
  expect(await admin.list(paymentReceipt)).toEqual([]);
});

test("users whose rights are withdrawn while their receipts wait for another one write nothing", async () => {
  const { admin, manager, clerk, grant, revoke, changeUser } = await openHarness();
  const addReceipts = { role: "Clerk", page: "/payment-management?tab=payment-receipt", action: "Add" } as const;
  await grant(addReceipts);
  const createContext = vi.spyOn(Authenticator.prototype, "createContext");
  onTestFinished(() => createContext.mockRestore());
  const earlier = createDeferred<void>();
  void queueReceiptTransaction(() => earlier.promise);
  onTestFinished(() => earlier.resolve());
  const sent = [manager, clerk].map((person) => person.post("/payment-receipt", receiptForm({})));
  // From then on the requests do not authenticate again.
  await expect.poll(() => createContext.mock.calls.length).toBe(sent.length);

  await changeUser("manager", { IsActive: false });
  await revoke(addReceipts);
  expect((await manager.get("/me")).status).toBe(401);
  earlier.resolve();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([401, 403]);
  expect(await admin.list(paymentReceipt)).toEqual([]);
});

test("a write that begins before the change stream has delivered the withdrawal of its user's rights is refused", async () => {
  const { admin, manager, changeUser } = await openHarness();
  const createContext = vi.spyOn(Authenticator.prototype, "createContext");
  onTestFinished(() => createContext.mockRestore());
  const earlier = createDeferred<void>();
  void queueReceiptTransaction(() => earlier.promise);
  onTestFinished(() => earlier.resolve());
  const sent = manager.post("/payment-receipt", receiptForm({}));
  await expect.poll(() => createContext.mock.calls.length).toBe(1);

  const delivered = createDeferred<void>();
  onTestFinished(() => delivered.resolve());
  const { apply } = ReferenceCache.prototype;
  const applySpy = vi.spyOn(ReferenceCache.prototype, "apply");
  onTestFinished(() => applySpy.mockRestore());
  applySpy.mockImplementationOnce(async function (this: ReferenceCache, changes) {
    await delivered.promise;
    apply.call(this, changes);
  });
  await changeUser("manager", { IsActive: false });
  earlier.resolve();
  // Longer than a group waits for its slowest member.
  await Promise.race([sent, pause(200)]);
  delivered.resolve();
  expect((await sent).status).toBe(401);
  expect(await admin.list(paymentReceipt)).toEqual([]);
});

interface SlowRequest {
  url: string;
  method: string;
  path: string;
  body: unknown;
}

/** Sends the headers and the first half of the body. Returns a function that sends the rest and reads the response. */
async function sendHalf(person: Person, { url, method, path, body }: SlowRequest) {
  const content = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const middle = Math.ceil(content.length / 2);
  const sent = request(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await person.token()}`,
      "content-type": typeof body === "string" ? "text/csv" : "application/json",
      "content-length": content.length,
      // The server answers 100 when it has received the headers.
      expect: "100-continue",
    },
  });
  sent.flushHeaders();
  await once(sent, "continue");
  sent.write(content.subarray(0, middle));
  return async () => {
    sent.end(content.subarray(middle));
    const [response]: IncomingMessage[] = await once(sent, "response");
    if (!response) throw new Error("No response");
    const { success } = (await json(response)) as { success: boolean };
    return { request: `${method} ${path}`, status: response.statusCode, success };
  };
}
