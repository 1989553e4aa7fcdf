import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Mail {
  to: string;
  text: string;
}

/** The mails in the outbox of a portal without a mail server. */
export async function readMails(dataDir: string): Promise<Mail[]> {
  const folder = join(dataDir, "outbox");
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".eml"));
  return Promise.all(whole.map(async (file) => readMail(await readFile(join(folder, file), "utf8"))));
}

function readMail(message: string): Mail {
  const [head = "", ...body] = message.split("\r\n\r\n");
  return { to: /^To: (.*)$/m.exec(head)?.[1]?.trim() ?? "", text: body.join("\n\n") };
}
