import type { DocumentCodes } from "../access/document-codes.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { SecondFactor } from "../access/second-factor.ts";
import type { Tokens } from "../access/tokens.ts";
import type { Core } from "../core.ts";
import type { ApprovableCalls } from "../http/approvable-calls.ts";
import type { EndpointHandler } from "../http/endpoint-handler.ts";
import type { ResourceHandlers } from "../http/resource-handlers.ts";
import type { Job } from "../jobs/daily-jobs.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { LiveQuery } from "../realtime/broadcaster.ts";
import type { SocietyRow } from "../services/society.ts";

/**
 * The parts that a feature adds to the server, all optional. Every server/features/<name>/<name>.ts exports a
 * `feature`; the generated server/features/index.ts lists all features.
 */
export interface Feature {
  /** The rules of a resource for POST, PUT and DELETE. Without them, records are validated and stored as they are. */
  resourceHandlers?: ResourceHandlers;
  /** Called once when the server starts. */
  initialize?: (services: FeatureServices) => FeatureContributions;
  /** Run once a day. */
  jobs?: readonly Job[];
}

/** The parts that a feature adds to the server when it is initialized with the services. */
export interface FeatureContributions {
  endpointHandlers?: readonly EndpointHandler[];
  liveQueries?: readonly LiveQuery[];
  mailHandlers?: Partial<Record<Mail["Kind"], MailHandler>>;
}

type CoreServices = Pick<
  Core,
  | "connection"
  | "store"
  | "referenceCache"
  | "changeStream"
  | "totals"
  | "outstandingBalances"
  | "lastPayments"
  | "present"
  | "secretStore"
  | "diskSpace"
>;

/** The services of the server that features use. */
export interface FeatureServices extends CoreServices {
  permissionCache: PermissionCache;
  tokens: Tokens;
  secondFactor: SecondFactor;
  /** Signs and verifies the codes on documents. */
  documentCodes: DocumentCodes;
  approvableCalls: ApprovableCalls;
  /** The society's record, for documents and mails. */
  readSociety: () => SocietyRow;
  /** The accounts of a demonstration, listed on the sign-in page; none on any other portal. */
  demoAccounts: readonly { role: string; username: string; password: string }[];
  /** Whether mails are written as files instead of sent, and the content of these files. */
  mailTransport: Pick<MailTransport, "writesFiles" | "hasFile" | "read">;
  /** The address of the portal, for links in mails and codes of documents. */
  baseUrl: () => string;
  log: Log;
  now: () => Date;
}
