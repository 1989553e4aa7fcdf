import type { AttachmentType } from "../../shared/attachments.ts";
import { createMessage } from "../../shared/messages.ts";
import { resources } from "../../shared/resources/index.ts";
import type { DiskSpaceGuard } from "../database/disk-space-guard.ts";
import { FileStore } from "../database/file-store.ts";
import type { Store } from "../database/store.ts";
import { invalidField, notFound } from "../errors.ts";
import type { SentFile } from "../http/endpoint-handler.ts";
import type { Job } from "../jobs/daily-jobs.ts";

const extensions = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" } as const;
const dayMs = 86_400_000;

interface Attachment {
  AttachmentID: string;
  AttachmentType: AttachmentType;
}

/**
 * Stores a file. The caller stores the returned id in a record. Throws 400 for the field `label` if the file is
 * incomplete or neither PDF, JPEG nor PNG, and 503 if too little disk space is free. The server never decodes an
 * attached image.
 */
export async function saveAttachment(
  { store, diskSpace }: { store: Store; diskSpace: DiskSpaceGuard },
  { file, name, label }: { file: Uint8Array; name: string; label: string },
): Promise<Attachment> {
  const AttachmentType = detectType(Buffer.from(file));
  if (AttachmentType === undefined) throw invalidField(label, createMessage("attachment-unreadable"));
  await diskSpace.assertSpace();
  const AttachmentID = await new FileStore(store).save(toFileName(name, AttachmentType), file);
  return { AttachmentID, AttachmentType };
}

/** The attached file for download, named `name` with the extension of its type. Throws 404 if there is none. */
export async function readAttachment(
  store: Store,
  { AttachmentID, AttachmentType, name, label }: Attachment & { name: string; label: string },
): Promise<SentFile> {
  const content = AttachmentType === "" ? undefined : await new FileStore(store).read(AttachmentID);
  if (AttachmentType === "" || !content) throw notFound(label);
  return { filename: toFileName(name, AttachmentType), contentType: AttachmentType, content };
}

/** Deletes files that no record references, a day after their upload. */
export const attachmentCleanupJob: Job = {
  name: "attachment cleanup",
  run: ({ ctx, store }) => {
    const holders = resources.filter(({ fields }) => fields.has("AttachmentID"));
    return new FileStore(store).deleteUnused({
      before: new Date(ctx.now.getTime() - dayMs),
      isUsed: async (AttachmentID) => {
        for (const resource of holders) if ((await store.count(resource, { AttachmentID })) > 0) return true;
        return false;
      },
    });
  },
};

function toFileName(name: string, type: Exclude<AttachmentType, "">): string {
  return `${name}.${extensions[type]}`;
}

/** The type of a complete file by its first and last bytes. Name and declared type are ignored. */
function detectType(file: Buffer): Exclude<AttachmentType, ""> | undefined {
  const startsWith = (...bytes: number[]) => file.subarray(0, bytes.length).equals(Buffer.from(bytes));
  const end = file.subarray(-1024);
  if (startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) && end.includes("%%EOF")) return "application/pdf";
  if (startsWith(0xff, 0xd8, 0xff) && end.includes(Buffer.from([0xff, 0xd9]))) return "image/jpeg";
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && end.includes("IEND")) return "image/png";
  return undefined;
}
