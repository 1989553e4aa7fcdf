import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type AcceptanceContext, isolatedEnv } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";

const invalidSettings: readonly NodeJS.ProcessEnv[] = [
  { JWT_SECRET: "too short to be one" },
  { NODE_ENV: "production" },
  { PORT: "three thousand" },
  { TRUSTED_PROXIES: "everybody" },
  { LOG_LEVEL: "loud" },
];

/** A secret that could be guessed, and none where one is required: no start. */
export function measureWeakSecrets(place: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(place, invalidSettings.slice(0, 2));
}

/** Starts with wrong settings, each of which must end with one line that names it. */
export function measureInvalidSettings(place: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(place, invalidSettings);
}

async function checkRefusals(
  { mongo, folder }: AcceptanceContext,
  wrong: readonly NodeJS.ProcessEnv[],
): Promise<CheckResult> {
  const said = await Promise.all(
    wrong.map((settings) => runWithEnv({ ...isolatedEnv(join(folder, "wrong")), MONGODB_URI: mongo.uri, ...settings })),
  );
  const refused = said.filter(({ code, lines }, index) => {
    const name = Object.keys(wrong[index] ?? {})[0] ?? "";
    const named = name === "NODE_ENV" ? "JWT_SECRET" : name;
    return code === 1 && lines.length === 1 && lines[0]?.startsWith(`Wrong setting: ${named} `);
  });
  return {
    summary: `${refused.length} of ${wrong.length} wrong settings refused in one line`,
    passed: refused.length === wrong.length,
  };
}

async function runWithEnv(env: NodeJS.ProcessEnv): Promise<{ code: number | null; lines: string[] }> {
  const script = join(import.meta.dirname, "portal.ts");
  const child = spawn(process.execPath, ["--import", "tsx/esm", script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, lines: text.split("\n").filter((line) => line !== "") };
}
