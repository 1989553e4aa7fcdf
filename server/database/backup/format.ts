import { z } from "zod";
import { latestVersion } from "../migrations/migrations.ts";

/**
 * A backup is one file: a line of JSON that says what it is, every record as BSON in one gzip stream, and the SHA-256 of all that
 * came before as 64 hexadecimal digits and a line end.
 */
export const headerPrefix = '{"file":"housing-society-portal backup"';

/** What this portal writes, and the newest that it reads: the file as a whole, and the records in it. */
export const currentFormat = { format: 1, schema: latestVersion } as const;

export const checksumLength = 65;
export const maxHeaderBytes = 64 * 1024;

/** The database takes no document that is longer, but for a little of its own. */
export const maxRecordBytes = 16 * 1024 ** 2 + 16 * 1024;

export const headerSchema = z.object({
  file: z.literal("housing-society-portal backup"),
  format: z.int(),
  schema: z.int(),
  /** Version of the portal that wrote it. */
  portal: z.string(),
  madeAt: z.iso.datetime(),
  /** In the order in which their records follow. */
  collections: z.array(
    z.object({ name: z.string().regex(/^(?!system\.|restoring)[\w.-]+$/), count: z.int().nonnegative() }),
  ),
});

export type BackupHeader = z.output<typeof headerSchema>;

/** A file that cannot be restored; the message is one line for whoever tried. */
export class InvalidBackupError extends Error {}
