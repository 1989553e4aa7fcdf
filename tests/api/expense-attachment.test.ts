import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createJpeg, createPng } from "../harness/images.ts";
import type { Person } from "../harness/person.ts";
import { parseRecord, type Reply, readReply } from "../harness/reply.ts";

const { admin, ali, clock, portal, createExpense, transaction } = await openSharedHarness();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n", "latin1");

test.each([
  ["a PDF", pdf, "application/pdf", "pdf"],
  ["a PNG", createPng(300, 200), "image/png", "png"],
  ["a JPEG", createJpeg(300, 200), "image/jpeg", "jpg"],
] as const)("%s is attached by its content, and downloaded byte for byte", async (_name, file, type, extension) => {
  const { ExpenseID } = await createExpense();
  const saved = parseRecord(expenses, await put(admin, ExpenseID, file, "application/octet-stream"));
  expect(saved.AttachmentType).toBe(type);
  const response = await get(admin, ExpenseID);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename=expense-${ExpenseID}.${extension}`);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
});

test("an incomplete file or one of another type is refused, and the attachment stays", async () => {
  const { ExpenseID } = await createExpense();
  await put(admin, ExpenseID, pdf);
  for (const file of [
    Buffer.alloc(0),
    Buffer.from("<html>%PDF-%%EOF</html>"),
    createPng(60, 60).subarray(0, -300),
    createJpeg(60, 60).subarray(0, -300),
  ]) {
    const reply = await put(admin, ExpenseID, file);
    expect([reply.status, reply.body.code]).toEqual([400, "attachment-unreadable"]);
    expect(reply.body.errors).toEqual({ Attachment: "The file must be a complete PDF, JPEG or PNG" });
  }
  expect((await get(admin, ExpenseID)).status).toBe(200);
});

test("an attachment needs an expense and the permissions of its page", async () => {
  const { ExpenseID } = await createExpense();
  expect((await put(ali, ExpenseID, pdf)).status).toBe(403);
  expect((await get(ali, ExpenseID)).status).toBe(403);
  expect((await put(admin, 9_999_999, pdf)).status).toBe(404);
  expect((await get(admin, ExpenseID)).status).toBe(404);
  expect((await put(admin, ExpenseID, pdf, "text/html")).status).toBe(415);
});

test("nothing is stored while the disk is nearly full", async () => {
  const { ExpenseID } = await createExpense();
  const files = await portal.countFiles();
  await portal.requireFreeSpaceTimes(1.5);
  const reply = await put(admin, ExpenseID, pdf);
  await portal.requireFreeSpaceTimes(0);
  expect([reply.status, reply.body.code, await portal.countFiles()]).toEqual([503, "disk-full", files]);
});

test("a change of the expense keeps its attachment, another file replaces it, and the old one is deleted a day later", async () => {
  const { ExpenseID } = await createExpense();
  const first = parseRecord(expenses, await put(admin, ExpenseID, pdf));
  const changed = parseRecord(expenses, await admin.put(`/expenses/${ExpenseID}`, { ...first, Payee: "Bilal" }));
  expect(changed.AttachmentID).toBe(first.AttachmentID);
  const second = parseRecord(expenses, await put(admin, ExpenseID, createPng(20, 20)));
  expect(second.AttachmentID).not.toBe(first.AttachmentID);
  clock.set(new Date(Date.now() + 3 * 86_400_000).toISOString());
  await portal.runJobs();
  expect((await get(admin, ExpenseID)).headers.get("content-type")).toBe("image/png");
  // An expense that still names the first file would get it.
  await transaction(async (tx) => {
    tx.update(expenses, await tx.get(expenses, ExpenseID), { AttachmentID: first.AttachmentID });
  });
  expect((await get(admin, ExpenseID)).status).toBe(404);
});

async function put(person: Person, ExpenseID: number, file: Buffer, type = "application/pdf"): Promise<Reply> {
  const response = await fetch(`${portal.url()}/api/expenses/${ExpenseID}/attachment`, {
    method: "PUT",
    headers: { "content-type": type, authorization: `Bearer ${await person.token()}` },
    body: new Uint8Array(file),
  });
  return readReply(response);
}

async function get(person: Person, ExpenseID: number): Promise<Response> {
  const headers = { authorization: `Bearer ${await person.token()}` };
  return fetch(`${portal.url()}/api/expenses/${ExpenseID}/attachment`, { headers });
}
