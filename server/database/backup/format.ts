import { z } from "zod";
import { latestVersion } from "../migrations/migrations.ts";

/**
 * The start of every backup. A backup is one file: a line of JSON with the header, all records as BSON in one gzip
 * stream, and the SHA-256 of all bytes before it as 64 hexadecimal digits and a line end.
 */
export const headerPrefix = '{"file":"housing-society-portal backup"';

/** The versions of the file format and of the records. Backups with later versions are refused. */
export const currentVersions = { format: 1, schema: latestVersion } as const;

/** 64 hexadecimal digits and a line end. */
export const checksumLength = 65;
export const maxHeaderBytes = 64 * 1024;

/** MongoDB's limit for a document is 16 MB; documents of MongoDB itself can have another 16 KB. */
export const maxRecordBytes = 16 * 1024 ** 2 + 16 * 1024;

/** The names of its fields are part of the file format. */
export const headerSchema = z.object({
  /** Marks the file as a backup of a portal. */
  file: z.literal("housing-society-portal backup"),
  format: z.int(),
  schema: z.int(),
  /** Version of the portal that wrote the file. */
  portal: z.string(),
  madeAt: z.iso.datetime(),
  /** In the order of their records. A restore itself uses names that begin with `restoring` (collections.ts). */
  collections: z.array(
    z.object({ name: z.string().regex(/^(?!system\.|restoring)[\w.-]+$/), count: z.int().nonnegative() }),
  ),
});

export type BackupHeader = z.output<typeof headerSchema>;

/** Thrown when a file cannot be restored. The message is one line for the user. */
export class InvalidBackupError extends Error {}
