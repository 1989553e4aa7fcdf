import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createJpeg, createPng } from "../harness/images.ts";
import { minimalPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { parseRecord, type Reply, readReply } from "../harness/reply.ts";

const { admin, ali, clock, portal, createExpense, transaction } = await openSharedHarness();

test.each([
  ["a PDF", minimalPdf, "application/pdf", "pdf"],
  ["a PNG", createPng(300, 200), "image/png", "png"],
  ["a JPEG", createJpeg(300, 200), "image/jpeg", "jpg"],
] as const)(
  "the portal detects %s by its content and returns it byte for byte",
  async (_name, file, type, extension) => {
    const { ExpenseID } = await createExpense();
    const saved = parseRecord(expenses, await putAttachment(admin, ExpenseID, file, "application/octet-stream"));
    expect(saved.AttachmentType).toBe(type);
    const response = await getAttachment(admin, ExpenseID);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename=expense-${ExpenseID}.${extension}`);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  },
);

test("an incomplete file or one of another type is refused, and the attachment stays", async () => {
  const { ExpenseID } = await createExpense();
  await putAttachment(admin, ExpenseID, minimalPdf);
  for (const file of [
    Buffer.alloc(0),
    Buffer.from("<html>%PDF-%%EOF</html>"),
    createPng(60, 60).subarray(0, -300),
    createJpeg(60, 60).subarray(0, -300),
  ]) {
    const reply = await putAttachment(admin, ExpenseID, file);
    expect([reply.status, reply.body.code]).toEqual([400, "attachment-unreadable"]);
    expect(reply.body.errors).toEqual({ Attachment: "The file must be a complete PDF, JPEG or PNG" });
  }
  expect((await getAttachment(admin, ExpenseID)).status).toBe(200);
});

test("an attachment requires an existing expense and the permissions of the expenses page", async () => {
  const { ExpenseID } = await createExpense();
  expect((await putAttachment(ali, ExpenseID, minimalPdf)).status).toBe(403);
  expect((await getAttachment(ali, ExpenseID)).status).toBe(403);
  expect((await putAttachment(admin, 9_999_999, minimalPdf)).status).toBe(404);
  expect((await getAttachment(admin, ExpenseID)).status).toBe(404);
  expect((await putAttachment(admin, ExpenseID, minimalPdf, "text/html")).status).toBe(415);
});

test("the portal refuses an attachment while the disk is nearly full", async () => {
  const { ExpenseID } = await createExpense();
  const fileCount = await portal.countFiles();
  await portal.requireMultipleOfFreeSpace(1.5);
  const reply = await putAttachment(admin, ExpenseID, minimalPdf);
  await portal.requireMultipleOfFreeSpace(0);
  expect([reply.status, reply.body.code, await portal.countFiles()]).toEqual([503, "disk-full", fileCount]);
});

test("a change of the expense keeps its attachment, another file replaces it, and the daily job deletes the old one", async () => {
  const { ExpenseID } = await createExpense();
  const withFirstFile = parseRecord(expenses, await putAttachment(admin, ExpenseID, minimalPdf));
  const withOtherPayee = parseRecord(
    expenses,
    await admin.put(`/expenses/${ExpenseID}`, { ...withFirstFile, Payee: "Bilal" }),
  );
  expect(withOtherPayee.AttachmentID).toBe(withFirstFile.AttachmentID);
  const withSecondFile = parseRecord(expenses, await putAttachment(admin, ExpenseID, createPng(20, 20)));
  expect(withSecondFile.AttachmentID).not.toBe(withFirstFile.AttachmentID);
  // The job keeps new files. Their upload time is that of the system clock, and the job runs three days later.
  clock.set(new Date(Date.now() + 3 * 86_400_000).toISOString());
  await portal.runJobs();
  expect((await getAttachment(admin, ExpenseID)).headers.get("content-type")).toBe("image/png");
  // The first file is gone, even for an expense that refers to it.
  await transaction(async (tx) => {
    tx.update(expenses, await tx.get(expenses, ExpenseID), { AttachmentID: withFirstFile.AttachmentID });
  });
  expect((await getAttachment(admin, ExpenseID)).status).toBe(404);
});

async function putAttachment(
  person: Person,
  ExpenseID: number,
  file: Buffer,
  type = "application/pdf",
): Promise<Reply> {
  const headers = { "content-type": type };
  const body = new Uint8Array(file);
  return readReply(await person.fetch(`/expenses/${ExpenseID}/attachment`, { method: "PUT", headers, body }));
}

function getAttachment(person: Person, ExpenseID: number): Promise<Response> {
  return person.fetch(`/expenses/${ExpenseID}/attachment`);
}
