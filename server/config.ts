import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { type Address, parseAddress } from "./mail/message.ts";

const oneOrZero = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");

const secret = z.string().min(32, "must be at least 32 characters");

const envSchema = z
  .object({
    NODE_ENV: z.string().default("development"),
    PORT: z.coerce
      .number("must be a port number")
      .int("must be a port number")
      .min(0)
      .max(65535, "must be at most 65535")
      .default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    DATA_DIR: z.string().min(1).default("./data"),
    MONGODB_URI: z.string().startsWith("mongodb", "must begin with mongodb:// or mongodb+srv://").optional(),
    JWT_SECRET: secret.optional(),
    JWT_SECRET_ALSO: secret.optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((list) => list.split(",").map((network) => network.trim()))
      .refine((list) => list.every(isNetwork), "must be addresses or networks such as 10.0.0.5, 10.0.0.0/8 or loopback")
      .default([]),
    PUBLIC_URL: z.url("must be an address such as https://portal.example.org").optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@mail.example.org:587" })
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(parseAddress)
      .refine((from) => from !== undefined, "must be an address such as Society <office@example.org>")
      .optional(),
    ADMIN_PASSWORD: z.string().min(6, "must be at least 6 characters").optional(),
    DEMO: oneOrZero.optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => env.NODE_ENV !== "production" || env.JWT_SECRET !== undefined, {
    path: ["JWT_SECRET"],
    message: "is required when NODE_ENV is production",
  });

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  mongoUri: string | undefined;
  jwtSecret: string;
  /** Tokens signed with it remain valid while the secret is replaced. */
  previousJwtSecret: string | undefined;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  publicUrl: string | undefined;
  /** If unset, mails are written as files. */
  smtpUrl: string | undefined;
  mailFrom: Address | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  logLevel: z.output<typeof envSchema>["LOG_LEVEL"];
}

/** Reads and checks the environment variables. Throws an Error with one line that names each wrong one. */
export function readConfig(source: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = envSchema.safeParse(set);
  if (!parsed.success) throw new Error(`Wrong setting: ${parsed.error.issues.map(describeIssue).join("; ")}`);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    mongoUri: env.MONGODB_URI,
    jwtSecret: env.JWT_SECRET ?? readOrCreateSecret(env.DATA_DIR),
    previousJwtSecret: env.JWT_SECRET_ALSO,
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminPassword: env.ADMIN_PASSWORD,
    demo: env.DEMO ?? env.NODE_ENV !== "production",
    logLevel: env.LOG_LEVEL,
  };
}

/** Creates DATA_DIR if it does not exist. Throws one line that says what to change if it is not writable. */
export function ensureDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(
      `Wrong setting: DATA_DIR ${dataDir} cannot be written to (${code}): name a folder of this user's own`,
    );
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")} ${issue.message}`;
}

/** An address, a network or a name that Express knows. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Stored in a file, so that tokens remain valid after a restart. */
function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, "jwt-secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  ensureDataFolder(dataDir);
  const secret = randomBytes(48).toString("base64url");
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
