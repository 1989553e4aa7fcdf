import { expect, test } from "vitest";
import { addDays } from "../../shared/dates.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, ali, sana, society, clock, grant, revoke, createSchedule } = await openSharedHarness();
const receiptsPage = "/payment-management?tab=payment-receipt";
/** The number of documents that one user may have waiting. */
const maxWaiting = 20;

clock.set("2026-09-01T07:00:00Z");
await createSchedule({ StartMonth: 9, FloorRate: 2500 });
// Both sign in now, so that no document waits for a sign-in.
await Promise.all([ali.token(), sana.token()]);

test("a user with many documents waiting is refused, and other requests are answered meanwhile", {
  tags: ["soak", "requirement-37"],
}, async () => {
  let servedToAli = 0;
  const requests = Array.from({ length: 200 }, async (_, index) => {
    const response = await fetchPdf(ali, { to: addDays("2027-01-01", index) });
    if (response.status === 200) servedToAli++;
    return response;
  });
  await Promise.any(requests);
  expect((await fetchPdf(sana, { house: society.sanaPlot })).status).toBe(200);
  assertOk(await sana.get("/plot"));
  expect(servedToAli).toBeLessThan(maxWaiting);
  const replies = await Promise.all(requests);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  expect(servedToAli).toBeGreaterThanOrEqual(maxWaiting);
  for (const { headers, bytes } of refused) {
    expect(headers.get("Retry-After")).toBe("2");
    expect(JSON.parse(bytes.toString())).toMatchObject({ success: false, code: "too-many-waiting" });
  }
  expect((await fetchPdf(ali)).status).toBe(200);
});

test("a user who keeps twenty documents waiting does not delay the document of another user", {
  tags: ["soak", "requirement-37"],
}, async () => {
  let servedToAli = 0;
  let isDone = false;
  const requests = Array.from({ length: maxWaiting }, async (_, index) => {
    for (let round = 0; !isDone; round++) {
      expect((await fetchPdf(ali, { to: addDays("2028-01-01", index + round * maxWaiting) })).status).toBe(200);
      servedToAli++;
    }
  });
  await expect.poll(() => servedToAli).toBeGreaterThan(0);
  const servedBefore = servedToAli;
  for (let index = 0; index < 3; index++) {
    const selection = { house: society.sanaPlot, to: addDays("2028-01-01", index) };
    expect((await fetchPdf(sana, selection)).status).toBe(200);
  }
  // In fair turns Ali gets about one document for each of Sana's; without turns he would get twenty.
  expect(servedToAli - servedBefore).toBeLessThan(3 * 8);
  isDone = true;
  await Promise.all(requests);
});

test("a document that waits is refused after the access of its user is revoked", {
  tags: ["requirement-5", "requirement-37"],
}, async () => {
  const permission = { role: "Resident", page: receiptsPage, action: "View" } as const;
  const requests = Array.from({ length: maxWaiting }, (_, index) =>
    fetchPdf(ali, { to: addDays("2029-01-01", index) }),
  );
  await Promise.any(requests);
  await revoke(permission);
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  await grant(permission);
  expect(new Set(statuses)).toEqual(new Set([200, 403]));
});

test("a document is rendered again only when its content has changed", {
  tags: ["requirement-2", "requirement-37"],
}, async () => {
  // Equal bytes show that the document was rendered once, because each rendering has another file id.
  const [firstPdf, secondPdf] = await Promise.all([fetchPdf(ali), fetchPdf(ali)]);
  expect(secondPdf.bytes.equals(firstPdf.bytes)).toBe(true);
  expect((await fetchPdf(admin)).bytes.equals(firstPdf.bytes)).toBe(true);
  expect((await fetchPdf(sana)).status).toBe(404);

  const path = `/plot/${society.aliPlot.PlotID}`;
  const earlierDocuments = [firstPdf.bytes];
  const expectNewDocument = async () => {
    const { status, bytes } = await fetchPdf(ali);
    expect(status).toBe(200);
    expect(earlierDocuments.some((earlier) => earlier.equals(bytes))).toBe(false);
    earlierDocuments.push(bytes);
  };
  await createReceipt(admin, { AmountPaid: 77, PaymentDate: "2026-09-01" });
  await expectNewDocument();
  assertOk(await admin.put(path, { ...society.aliPlot, OwnerName: "Ali Raza" }));
  await expectNewDocument();
  clock.set("2026-09-02T07:00:00Z");
  await expectNewDocument();
});

interface StatementSelection {
  house?: { PlotID: number };
  /** The last day of the period; another day is another document. */
  to?: string;
}

async function fetchPdf(person: Person, { house = society.aliPlot, to = "2026-12-31" }: StatementSelection = {}) {
  const response = await person.fetch(`/plot/${house.PlotID}/statement.pdf?from=2026-01-01&to=${to}`);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
