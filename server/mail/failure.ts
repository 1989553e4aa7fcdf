import { z } from "zod";
import { onOneLine } from "./address.ts";

/** Why a try failed. */
interface Failure {
  /** For those who look after receipts, and the house itself: the mail server's words, but nothing of the network between. */
  reason: string;
  /** Another try would be refused as well. */
  final: boolean;
  /** What the log says of it, as the words of mail servers name addresses; none where no mail server is to blame. */
  code?: string | number;
}

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

const betweenServers: ReadonlySet<string> = new Set([
  "ECONNECTION",
  "EDNS",
  "EPROTOCOL",
  "EPROXY",
  "ESOCKET",
  "ETIMEDOUT",
  "ETLS",
]);
const longestReason = 300;
const waitsMs = [5_000, 30_000, 2 * 60_000, 10 * 60_000] as const;

/** The most often that a mail is tried. */
export const mostTries = waitsMs.length + 1;

/** When a mail is tried again after so many tries. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + (waitsMs[tries - 1] ?? 0));
}

/** What nodemailer's error means for the mail. */
export function failureOf(error: unknown): Failure {
  const { code, responseCode, response } = smtpError.safeParse(error).data ?? {};
  return { ...judged({ code, responseCode, response }), code: responseCode ?? code };
}

function judged({ code, responseCode, response }: z.output<typeof smtpError>): Omit<Failure, "code"> {
  if (code === "EAUTH" || code === "ENOAUTH")
    return { reason: "The mail server does not let the portal in", final: false };
  const aboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (aboutMail && response !== undefined)
    return {
      reason: onOneLine(response).slice(0, longestReason),
      final: responseCode !== undefined && responseCode >= 500 && responseCode !== 503,
    };
  if (aboutMail) return { reason: "The e-mail address was not accepted", final: true };
  if (code !== undefined && betweenServers.has(code))
    return { reason: "The mail server cannot be reached", final: false };
  return { reason: "The mail could not be written", final: false };
}
