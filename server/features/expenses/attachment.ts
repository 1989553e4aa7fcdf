import { maxAttachmentBytes, readAttachment, replaceAttachment } from "../../../shared/endpoints/expense-attachment.ts";
import { createMessage, createSavedMessage } from "../../../shared/messages.ts";
import { type AttachmentType, expenses } from "../../../shared/resources/expenses.ts";
import { FileStore } from "../../database/file-store.ts";
import { invalidField, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { Job } from "../../jobs/daily-jobs.ts";
import type { FeatureServices } from "../feature.ts";

const attachmentLabel = "Attachment";
const extensions = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" } as const;
const dayMs = 86_400_000;

/** Replaces and reads the voucher that is attached to an expense. */
export function createAttachmentHandlers({ store, presenters }: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(replaceAttachment, async ({ ctx, params, file }) => {
      const id = parseId(expenses, params.ExpenseID);
      if (!(await store.get(expenses, id))) throw notFound(expenses.label);
      if (file.length > maxAttachmentBytes) throw invalidField(attachmentLabel, createMessage("attachment-too-large"));
      const AttachmentType = detectType(Buffer.from(file));
      if (AttachmentType === undefined) throw invalidField(attachmentLabel, createMessage("attachment-unreadable"));
      const AttachmentID = await new FileStore(store).save(toFileName(id, AttachmentType), file);
      const row = await ctx.transaction(async (tx) => {
        const UpdatedAt = tx.now.toISOString();
        return tx.update(expenses, await tx.get(expenses, id), { AttachmentID, AttachmentType, UpdatedAt });
      });
      const data = presenters.get(expenses.name)?.(row);
      return { success: true, ...createSavedMessage("updated", expenses.label), data };
    }),
    defineEndpointHandler(readAttachment, async ({ params }) => {
      const row = await store.get(expenses, parseId(expenses, params.ExpenseID));
      if (!row) throw notFound(expenses.label);
      const { ExpenseID, AttachmentID, AttachmentType } = row;
      const content = AttachmentType === "" ? undefined : await new FileStore(store).read(AttachmentID);
      if (AttachmentType === "" || !content) throw notFound(attachmentLabel);
      const filename = toFileName(ExpenseID, AttachmentType);
      return { success: true, file: { filename, contentType: AttachmentType, content } };
    }),
  ];
}

/** Deletes replaced files and those of deleted expenses and failed requests, a day after their upload. */
export const attachmentCleanupJob: Job = {
  name: "attachment cleanup",
  run: ({ ctx, store }) =>
    new FileStore(store).deleteUnused({
      before: new Date(ctx.now.getTime() - dayMs),
      isUsed: async (AttachmentID) => (await store.count(expenses, { AttachmentID })) > 0,
    }),
};

function toFileName(ExpenseID: number, type: Exclude<AttachmentType, "">): string {
  return `expense-${ExpenseID}.${extensions[type]}`;
}

/** The type of a complete file by its first and last bytes, whatever its name or declared type. */
function detectType(file: Buffer): Exclude<AttachmentType, ""> | undefined {
  const startsWith = (...bytes: number[]) => file.subarray(0, bytes.length).equals(Buffer.from(bytes));
  const end = file.subarray(-1024);
  if (startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) && end.includes("%%EOF")) return "application/pdf";
  if (startsWith(0xff, 0xd8, 0xff) && end.includes(Buffer.from([0xff, 0xd9]))) return "image/jpeg";
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && end.includes("IEND")) return "image/png";
  return undefined;
}
