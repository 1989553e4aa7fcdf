import { oneOf, optionalText } from "./fields.ts";

/** The types of an attached file; "" for none. */
const attachmentTypes = ["", "application/pdf", "image/jpeg", "image/png"] as const;

export type AttachmentType = (typeof attachmentTypes)[number];

/** In bytes; the limit of the upload below. */
export const maxAttachmentBytes = 5 * 1024 * 1024;

/** The files that can be attached. */
export const attachmentUpload = {
  types: ["application/pdf", "image/*", "application/octet-stream"],
  limit: "5mb",
  tooLarge: "attachment-too-large",
} as const;

/** The computed fields of a record with an attachment: the file, "" without one, and its type. */
export function attachmentFields() {
  return { AttachmentID: optionalText(), AttachmentType: oneOf(attachmentTypes, "Attachment") };
}
