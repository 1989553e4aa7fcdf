import { readAttachment as readEndpoint, replaceAttachment } from "../../../shared/endpoints/expense-attachment.ts";
import { createMessage } from "../../../shared/messages.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { readAttachment, saveAttachment } from "../../services/attachments.ts";
import type { FeatureServices } from "../feature.ts";

const label = "Attachment";

/** Replaces and reads the voucher that is attached to an expense. */
export function createAttachmentHandlers({ store, diskSpace, present }: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(replaceAttachment, async ({ ctx, params, file }) => {
      const id = parseId(expenses, params.ExpenseID);
      if (!(await store.get(expenses, id))) throw notFound(expenses.label);
      const attachment = await saveAttachment({ store, diskSpace }, { file, name: attachmentName(id), label });
      const row = await ctx.transaction(async (tx) => {
        const UpdatedAt = tx.now.toISOString();
        return tx.update(expenses, await tx.get(expenses, id), { ...attachment, UpdatedAt });
      });
      const data = present(expenses, row);
      return { ...createMessage("file-attached"), data };
    }),
    defineEndpointHandler(readEndpoint, async ({ params }) => {
      const row = await store.get(expenses, parseId(expenses, params.ExpenseID));
      if (!row) throw notFound(expenses.label);
      return { file: await readAttachment(store, { ...row, name: attachmentName(row.ExpenseID), label }) };
    }),
  ];
}

function attachmentName(ExpenseID: number): string {
  return `expense-${ExpenseID}`;
}
