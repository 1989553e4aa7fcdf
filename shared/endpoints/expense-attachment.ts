import { z } from "zod";
import { attachmentUpload } from "../attachments.ts";
import { expenses } from "../resources/expenses.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

export const replaceAttachment = defineEndpoint({
  method: "put",
  path: "/expenses/:ExpenseID/attachment",
  guard: expenses.guards.update,
  summary: "Attach a voucher to the expense, in place of an earlier one: a PDF, JPEG or PNG file of at most 5 MB",
  upload: attachmentUpload,
  response: z.object({ data: recordSchema(expenses) }),
  errorStatuses: [404],
});

export const readAttachment = defineEndpoint({
  path: "/expenses/:ExpenseID/attachment",
  guard: expenses.guards.list,
  summary: "The voucher that is attached to the expense, for download",
  file: "application/octet-stream",
  errorStatuses: [404],
});
