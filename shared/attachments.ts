import { oneOf, optionalText } from "./fields.ts";

/** The types of an attached file; "" for none. */
const attachmentTypes = ["", "application/pdf", "image/jpeg", "image/png"] as const;

export type AttachmentType = (typeof attachmentTypes)[number];

/** In bytes. */
export const maxAttachmentBytes = 5 * 1024 * 1024;

/** The body limit is above the size limit of attachments, so that a file between them gets an error with that limit. */
export const attachmentUpload = {
  types: ["application/pdf", "image/*", "application/octet-stream"],
  limit: "10mb",
} as const;

/** The computed fields of a record with an attachment: the file, "" without one, and its type. */
export function attachmentFields() {
  return { AttachmentID: optionalText(), AttachmentType: oneOf(attachmentTypes, "Attachment") };
}
