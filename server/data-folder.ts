import { randomBytes, randomUUID } from "node:crypto";
import { access, chmod, constants, link, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod";

/**
 * Creates DATA_DIR, or closes an existing one to other users. Throws an Error with one line for the operator if that is
 * not possible.
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `Wrong setting: DATA_DIR ${dataDir} cannot be written to (${describeCause(error)}): choose a folder that this user owns`,
    );
  }
  const { mode } = await stat(dataDir);
  if ((mode & stickyBit) !== 0)
    throw new Error(`Wrong setting: DATA_DIR ${dataDir} is shared by all users: choose a new folder in it`);
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(dataDir, 0o700);
  } catch {
    // The volume of a container may belong to another user and be writable through a group that this user is in.
    if ((mode & 0o007) === 0) return;
    throw new Error(
      `Wrong setting: other users can read DATA_DIR ${dataDir}: chmod 700 it, or choose a folder that this user owns`,
    );
  }
}

const stickyBit = 0o1000;

type FileContent = string | Uint8Array | Readable;

/** Replaces the file. After a crash it has either the old or the new content. Only its owner can read it. */
export async function writeFileAtomically(file: string, content: FileContent): Promise<void> {
  await writeViaTemporaryFile(file, content, (temporary) => rename(temporary, file));
}

/**
 * The value in a file that the portal has written; undefined if the file does not exist. Throws an Error with one line
 * that names the file and the remedy if it cannot be read or its text does not match the schema.
 */
export async function readStateFile<Value>(
  file: string,
  { schema, remedy }: { schema: z.ZodType<Value, string>; remedy: string },
): Promise<Value | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw new Error(`${file} cannot be read (${describeCause(error)}): make it readable for this user`);
  }
  const parsed = schema.safeParse(text, { error: () => "does not have the expected content" });
  if (!parsed.success) throw new Error(`${file} is damaged (${parsed.error.issues[0]?.message}): ${remedy}`);
  return parsed.data;
}

/**
 * The secret in a file of the data folder. The first call generates it. Throws like `ensureDataFolder` and
 * `readStateFile`.
 */
export async function readOrCreateSecret(
  dataDir: string,
  { name, remedy }: { name: string; remedy: string },
): Promise<string> {
  await ensureDataFolder(dataDir);
  const file = join(dataDir, name);
  const stored = await readStateFile(file, { schema: storedSecretSchema, remedy });
  if (stored !== undefined) return stored;
  // Does not replace the secret that another server has generated meanwhile.
  await writeViaTemporaryFile(file, randomBytes(48).toString("hex"), (temporary) =>
    link(temporary, file).catch(async (error: unknown) => {
      // Some file systems have no hard links.
      if (!hasErrorCode(error, "EEXIST")) await rename(temporary, file);
    }),
  );
  return readOrCreateSecret(dataDir, { name, remedy });
}

const minSecretLength = 32;

/** A secret in the settings. */
export const secretSchema = z.string().min(minSecretLength, `must be at least ${minSecretLength} characters`);

const storedSecretSchema = z
  .string()
  .trim()
  .pipe(secretSchema.regex(/^[\x21-\x7e]*$/, "must be one line without spaces"));

/**
 * Writes the content to a new file beside `file`, moves it there with `publish`, and flushes the file and its folder.
 */
async function writeViaTemporaryFile(
  file: string,
  content: FileContent,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary);
    await syncFolder(dirname(file));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A renamed file survives a power failure only after its folder was flushed. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function describeCause(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** Whether Node threw the error with this code, such as ENOENT. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
