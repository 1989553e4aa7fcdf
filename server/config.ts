import { isIP } from "node:net";
import { z } from "zod";
import { readOrCreateSecret, secretSchema } from "./data-folder.ts";
import { type MailAddress, parseMailAddress } from "./mail/message.ts";

const flagSchema = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");

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
    JWT_SECRET: secretSchema.optional(),
    JWT_SECRET_ALSO: secretSchema.optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((list) => list.split(",").map((address) => address.trim()))
      .refine(
        (addresses) => addresses.every(isProxyAddress),
        "must be addresses or networks such as 10.0.0.5, 10.0.0.0/8 or loopback",
      )
      .default([]),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "must be an address such as https://portal.example.org", abort: true })
      .refine(isPlainUrl, "must be an address without a user, a query and a fragment")
      .transform(normalizeUrl)
      .optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@mail.example.org:587" })
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(parseMailAddress)
      .refine((from) => from !== undefined, "must be an address such as Society <office@example.org>")
      .optional(),
    ADMIN_PASSWORD: z.string().min(6, "must be at least 6 characters").optional(),
    DEMO: flagSchema.optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => env.NODE_ENV !== "production" || env.JWT_SECRET !== undefined, {
    path: ["JWT_SECRET"],
    message: "is required when NODE_ENV is production",
  });

/**
 * Settings from the environment variables that README.md describes. A script can read them without generating a secret,
 * which only a server needs.
 */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** If undefined, a server starts a MongoDB of its own. */
  mongoUri: string | undefined;
  /** If undefined, a server generates it and stores it in `dataDir`. */
  jwtSecret: string | undefined;
  /**
   * The new or the old secret while `jwtSecret` is replaced (see docs/operations.md): tokens of this secret are valid
   * too, and what was sealed with it can be opened.
   */
  secondJwtSecret: string | undefined;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  /** The address of the portal in mails and codes, without a slash at the end. */
  publicUrl: string | undefined;
  /** If undefined, mails are written as files to `dataDir`. */
  smtpUrl: string | undefined;
  /** The sender of emails. By default `no-reply@` and the host of `publicUrl`. */
  mailFrom: MailAddress | undefined;
  /**
   * The password of the first administrator; not used with demo data. If undefined, a server generates it and prints it
   * once.
   */
  adminPassword: string | undefined;
  /** Whether an empty database is filled with the demo society, whose accounts the sign-in page offers. */
  isDemo: boolean;
  logLevel: z.output<typeof envSchema>["LOG_LEVEL"];
}

/** The settings of a server, which always has a secret. */
export interface ServerConfig extends Config {
  jwtSecret: string;
}

/** Reads the settings and the secret. Throws an Error with one line if either is invalid. */
export async function readServerConfig(variables: NodeJS.ProcessEnv): Promise<ServerConfig> {
  const config = readConfig(variables);
  return { ...config, jwtSecret: config.jwtSecret ?? (await readOrCreateSecret(config.dataDir, jwtSecretFile)) };
}

/** The generated secret is stored in a file, so that tokens remain valid after a restart. */
const jwtSecretFile = {
  name: "jwt-secret",
  remedy: "restore it from a copy, or delete it: a new one is generated and all users sign in again",
};

/** Reads and validates the environment variables. Throws an Error with one line that names each invalid one. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = envSchema.safeParse(nonEmpty);
  if (!parsed.success) throw new Error(`Wrong setting: ${parsed.error.issues.map(describeIssue).join("; ")}`);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    mongoUri: env.MONGODB_URI,
    jwtSecret: env.JWT_SECRET,
    secondJwtSecret: env.JWT_SECRET_ALSO,
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminPassword: env.ADMIN_PASSWORD,
    isDemo: env.DEMO ?? env.NODE_ENV !== "production",
    logLevel: env.LOG_LEVEL,
  };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")} ${issue.message}`;
}

function isPlainUrl(address: string): boolean {
  const { username, password, search, hash } = new URL(address);
  return [username, password, search, hash].every((part) => part === "");
}

/** Without slashes that are doubled or at the end, because paths are appended to it. */
function normalizeUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+/g, "/").replace(/\/$/, "")}`;
}

/** Whether this is an IP address, a network in CIDR notation, or a name that Express defines. */
function isProxyAddress(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", prefix, ...excess] = text.split("/");
  const ipVersion = isIP(address);
  if (ipVersion === 0 || excess.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (ipVersion === 4 ? 32 : 128);
}
