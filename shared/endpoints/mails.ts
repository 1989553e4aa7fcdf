import { z } from "zod";
import { mailKinds, mailStates } from "../resources/mails.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParameter, limitParameter } from "./query-parameters.ts";

const mailsPage = "/system-management?tab=mails";

const mailRecord = z.object({
  MailID: z.int(),
  Kind: z.enum(mailKinds),
  To: z.string(),
  Subject: z.string(),
  State: z.enum(mailStates),
  Tries: z.int(),
  /** Why the last try failed or the mail was withdrawn. */
  Reason: z.string(),
  /** When the mail was requested. All instants are ISO 8601 in UTC. */
  RunAt: z.string(),
  /** Null unless the mail is waiting. */
  NextTryAt: z.string().nullable(),
  SentAt: z.string().nullable(),
  /** Whether the mail was written as a file that the viewer can read. */
  IsOpen: z.boolean(),
  /** Whether the mail failed and can be retried. */
  IsRepeatable: z.boolean(),
});

/** Progress shown while many records are mailed. */
export const sendingStatus = z.object({
  /** Whether mails are written as files, because there is no mail server. */
  asFiles: z.boolean(),
  /** Progress of the latest batch of mails. */
  progress: z.object({ pending: z.int(), sent: z.int(), failed: z.int(), withdrawn: z.int() }),
});

export type SendingStatus = z.output<typeof sendingStatus>;

/** Houses with an invalid email address, to which nothing is sent; `wrong` in responses. */
export const housesWithInvalidAddress = z.array(z.object({ HouseNo: z.string(), EmailID: z.string() }));

/** The first mail that would be sent, for the preview. */
export const mailSample = z.object({ to: z.string(), subject: z.string(), text: z.string() });

export type MailSample = z.output<typeof mailSample>;

export type MailRecord = z.output<typeof mailRecord>;

export const mailList = z.object({
  data: z.array(mailRecord),
  next: z.int().nullable(),
  /** Number of mails by state. */
  counts: z.record(z.enum(mailStates), z.int()),
  /** Whether mails are written as files, because there is no mail server. */
  asFiles: z.boolean(),
});

export type MailList = z.output<typeof mailList>;

export const listMails = defineEndpoint({
  path: "/mails",
  guard: { page: mailsPage, flag: "CanView" },
  requiresScopeAll: true,
  summary: "The mails of the outbox, newest first, without their content",
  query: z.object({
    state: z.enum(mailStates).optional(),
    limit: limitParameter({ default: 200, max: 1_000 }),
    /** The MailID of the last mail read. */
    after: idParameter().optional(),
  }),
  response: mailList,
});

export const readMailFile = defineEndpoint({
  path: "/mails/:MailID/file",
  guard: { page: mailsPage, flag: "CanView" },
  requiresScopeAll: true,
  summary:
    "A mail that was written as a file. Mails about an account are never shown, because they contain a secret link",
  response: z.object({
    data: z.object({
      name: z.string(),
      content: z.string().meta({ description: "The message in the format of RFC 5322" }),
    }),
  }),
  errorStatuses: [404, 409],
});

export const retryMail = defineEndpoint({
  method: "post",
  path: "/mails/:MailID/retry",
  guard: { page: mailsPage, flag: "CanUpdate" },
  requiresScopeAll: true,
  summary: "Send a failed mail again: a receipt, reminder, bill or notice of a bounced cheque",
  response: z.object({ data: z.object({ queued: z.int() }) }),
  errorStatuses: [404, 409],
});

export const retryMails = defineEndpoint({
  method: "post",
  path: "/mails/retry",
  guard: { page: mailsPage, flag: "CanUpdate" },
  requiresScopeAll: true,
  summary: "Send every failed mail again, except those about an account",
  response: z.object({ data: z.object({ queued: z.int() }) }),
});
