import { z } from "zod";
import { toSingleLine } from "./address.ts";

/** Why a try failed. */
interface DeliveryFailure {
  /** For those who look after receipts, and the house itself: the mail server's words, but nothing of the network between. */
  reason: string;
  /** Another try would be refused as well. */
  isPermanent: boolean;
  /** What the log says of it, as the words of mail servers name addresses; none where no mail server is to blame. */
  code?: string | number;
}

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

const connectionErrorCodes: ReadonlySet<string> = new Set([
  "ECONNECTION",
  "EDNS",
  "EPROTOCOL",
  "EPROXY",
  "ESOCKET",
  "ETIMEDOUT",
  "ETLS",
]);
const maxReasonLength = 300;
const retryDelaysMs = [5_000, 30_000, 2 * 60_000, 10 * 60_000] as const;

/** The most often that a mail is tried. */
export const maxAttempts = retryDelaysMs.length + 1;

/** When a mail is tried again after so many tries. */
export function nextAttemptAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelaysMs[tries - 1] ?? 0));
}

/** What nodemailer's error means for the mail. */
export function classifyError(error: unknown): DeliveryFailure {
  const { code, responseCode, response } = smtpError.safeParse(error).data ?? {};
  return { ...classify({ code, responseCode, response }), code: responseCode ?? code };
}

function classify({ code, responseCode, response }: z.output<typeof smtpError>): Omit<DeliveryFailure, "code"> {
  if (code === "EAUTH" || code === "ENOAUTH")
    return { reason: "The mail server does not let the portal in", isPermanent: false };
  const aboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (aboutMail && response !== undefined)
    return {
      reason: toSingleLine(response).slice(0, maxReasonLength),
      isPermanent: responseCode !== undefined && responseCode >= 500 && responseCode !== 503,
    };
  if (aboutMail) return { reason: "The e-mail address was not accepted", isPermanent: true };
  if (code !== undefined && connectionErrorCodes.has(code))
    return { reason: "The mail server cannot be reached", isPermanent: false };
  return { reason: "The mail could not be written", isPermanent: false };
}
