import { oneOf, optionalText } from "./fields.ts";

/** The detected types of an attached file; "" for none. */
const attachmentTypes = ["", "application/pdf", "image/jpeg", "image/png"] as const;

export type AttachmentType = (typeof attachmentTypes)[number];

/** In bytes; `limit` of `attachmentUpload` says the same. */
export const maxAttachmentBytes = 5 * 1024 * 1024;

/**
 * What an endpoint that attaches a file accepts. Browsers send different content types for the same file, so the server
 * detects the type from the content.
 */
export const attachmentUpload = {
  types: ["application/pdf", "image/*", "application/octet-stream"],
  limit: "5mb",
  tooLarge: "attachment-too-large",
} as const;

/** The server fields of a record with an attachment: id and detected type of the stored file; "" without one. */
export function attachmentFields() {
  return { AttachmentID: optionalText(), AttachmentType: oneOf(attachmentTypes, "Attachment") };
}
