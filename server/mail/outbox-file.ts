import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface Letter {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  at: Date;
}

/** Puts a letter as an .eml file into the `outbox` folder of `dataDir`, whole or not at all; readable by the portal's owner only. */
export async function writeToOutbox(dataDir: string, letter: Letter): Promise<void> {
  const folder = join(dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const file = join(folder, `${letter.at.toISOString().replaceAll(":", "-")}-${id}.eml`);
  await writeFile(`${file}.part`, asMessage(letter, id), { mode: 0o600 });
  await rename(`${file}.part`, file);
}

function asMessage({ to, subject, text, at }: Letter, id: string): string {
  const head = {
    Date: at.toUTCString().replace("GMT", "+0000"),
    From: "Society portal <no-reply@localhost>",
    To: to,
    Subject: inAscii(subject),
    "Message-ID": `<${id}@localhost>`,
    "Auto-Submitted": "auto-generated",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${onOneLine(value)}`);
  return [...lines, "", ...text.split("\n"), ""].join("\r\n");
}

/** A header must not be able to begin another one. */
function onOneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, " ");
}

function inAscii(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : `=?utf-8?B?${Buffer.from(value).toString("base64")}?=`;
}
