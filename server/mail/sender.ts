import type { MailSample } from "../../shared/endpoints/mails.ts";
import { mails, userMailKinds } from "../../shared/resources/mails.ts";
import { computeLatestExpiry } from "../clock.ts";
import { createDeferred } from "../commits/deferred.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, type RowChange, type Store, where } from "../database/store.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";
import type { Log } from "../log.ts";
import type { MailMessage } from "./message.ts";
import { type Mail, pendingMailsFilter } from "./outbox.ts";
import {
  classifyError,
  type MailTransport,
  maxAttempts,
  maxConcurrentMails,
  maxRetryDelayMs,
  nextAttemptAt,
} from "./transport.ts";

/** The final result of a mail, after which it is not retried. */
type DeliveryOutcome = ({ state: "sent" } & Pick<MailMessage, "contentHash">) | NotSent;

/** A failed attempt that is followed by another one. */
interface Retry {
  reason: string;
  retryAt: Date;
}

/** The result of a mail that is not sent. A mail that is withdrawn without a reason is deleted. */
export type NotSent = { state: "failed"; reason: string } | { state: "withdrawn"; reason?: string };

/** What a preview shows of a composed mail; null if the mail would not be sent. */
export function toMailSample(mail: MailMessage | NotSent): MailSample | null {
  return "state" in mail ? null : { to: mail.to.address, subject: mail.subject, text: mail.text };
}

/** The address to which the mail was sent, or would have been sent. */
type TriedAddress = Pick<Mail, "To">;

/** Composes the mails of one kind and records their results. */
export interface MailHandler {
  /** Composes the message from current data, or returns why the mail is not sent. */
  compose: (mail: Mail) => Promise<MailMessage | NotSent>;
  /** Updates other records in the transaction that records the result. */
  applyOutcome: (tx: Transaction, delivery: { mail: Mail; outcome: DeliveryOutcome }) => Promise<void>;
}

interface MailSenderOptions {
  /** Creates a context with the rights of the system. */
  createContext: () => RequestContext;
  store: Store;
  transport: MailTransport;
  handlers: Readonly<Record<Mail["Kind"], MailHandler>>;
  now: () => Date;
  log: Log;
}

const maxSleepMs = 30_000;
const minSleepMs = 200;
const databaseRetryMs = 1_000;
/** When the server stops, mails in progress get this long. */
const stopTimeoutMs = 5_000;

/**
 * Sends the mails of the outbox. Every server runs a sender and leases each mail before it sends it. Another server
 * takes the mail over if the first one stops. A mail counts as sent when the mail server has accepted it, and as failed
 * when a retry would fail too or after the last attempt.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #leases: MailLeases;
  #currentRun: Promise<void> | undefined;
  #isRunRequested = false;
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#leases = new MailLeases(options);
  }

  /** Starts sending, including mails left by an earlier server. */
  start(): void {
    this.#isStarted = true;
    this.#options.transport.preload();
    this.#wake();
  }

  /**
   * Stops sending. Resolves when no mail is being sent, or after a timeout: then another server sends the mails in
   * progress when their leases expire, with the same Message-ID.
   */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    const timedOut = createDeferred<void>();
    const timeout = setTimeout(() => {
      this.#options.log.warn("Stopped while mails were being sent; the next server sends them again");
      timedOut.resolve();
    }, stopTimeoutMs);
    await Promise.race([this.#currentRun?.catch(() => undefined), timedOut.promise]);
    clearTimeout(timeout);
    await this.#options.transport.close();
  }

  /** Starts sending if the commit has queued a mail. */
  onCommit(changes: readonly RowChange[]): void {
    if (changes.some(({ resource, after }) => resource === mails.name && after?.State === "waiting")) this.#wake();
  }

  /** Sends all mails that are due, if sending has started. Resolves when each is sent, failed or rescheduled. */
  async sendDue(): Promise<void> {
    this.#isRunRequested = true;
    // A mail that was queued just before a run ends is not part of that run.
    while (this.#isRunRequested && this.#isStarted) {
      this.#currentRun ??= this.#run().finally(() => {
        this.#currentRun = undefined;
      });
      await this.#currentRun;
    }
  }

  #wake(): void {
    if (this.#isStarted)
      this.sendDue().catch((err: unknown) => this.#options.log.error({ err }, "Cannot send the mails of the outbox"));
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleepMs = maxSleepMs;
    try {
      while (this.#isRunRequested && this.#isStarted) {
        this.#isRunRequested = false;
        const first = await this.#leases.acquireNext();
        if (!first) continue;
        const others = Array.from({ length: maxConcurrentMails - 1 }, () => this.#sendUntilEmpty());
        await Promise.all([this.#sendUntilEmpty(first), ...others]);
      }
      sleepMs = await this.#msUntilNextDue();
    } finally {
      // A run that failed may not have begun the requested run, which is then due soon.
      if (this.#isStarted) this.#timer = setTimeout(() => this.#wake(), this.#isRunRequested ? minSleepMs : sleepMs);
    }
  }

  /** Sends `first`, then one due mail after another. */
  async #sendUntilEmpty(first?: Mail): Promise<void> {
    let mail = first ?? (await this.#leases.acquireNext());
    while (mail) {
      const stopRenewal = this.#leases.startRenewal(mail);
      try {
        await this.#send(mail);
      } finally {
        stopRenewal();
      }
      mail = this.#isStarted ? await this.#leases.acquireNext() : undefined;
    }
  }

  async #send(mail: Mail): Promise<void> {
    const outcome = await this.#attempt(mail);
    await this.#retryUntilSaved(() =>
      "retryAt" in outcome ? this.#leases.reschedule(mail, outcome) : this.#saveOutcome(mail, outcome),
    );
  }

  async #attempt(mail: Mail): Promise<(DeliveryOutcome | Retry) & TriedAddress> {
    const { transport, handlers, log, now } = this.#options;
    let { To } = mail;
    if (mail.Tries > maxAttempts) return { To, state: "failed", reason: "The last attempt was interrupted" };
    try {
      const message = await handlers[mail.Kind].compose(mail);
      if ("state" in message) return { To, ...message };
      const { contentHash, ...content } = message;
      To = content.to.address;
      await transport.send({ ...content, messageId: mail.MessageID, date: now() });
      return { To, state: "sent", contentHash };
    } catch (err) {
      const { reason, isPermanent, code } = classifyError(err);
      const logFields = { mail: mail.MailID, tries: mail.Tries };
      log.warn(code === undefined ? { ...logFields, err } : { ...logFields, code }, "Cannot send a mail");
      if (isPermanent || mail.Tries >= maxAttempts) return { To, state: "failed", reason };
      return { To, reason, retryAt: nextAttemptAt(mail.Tries, now()) };
    }
  }

  #saveOutcome(mail: Mail, { To, ...outcome }: DeliveryOutcome & TriedAddress): Promise<void> {
    const ctx = this.#options.createContext().allowingLowDisk();
    return ctx.transaction(async (tx) => {
      const row = await tx.findFirst(mails, { MailID: mail.MailID });
      // Another server may have taken the mail over and sent it. A sent mail stays sent.
      if (!row || row.State === "sent" || (outcome.state !== "sent" && row.Tries !== mail.Tries)) return;
      if (outcome.state === "sent")
        tx.update(mails, row, { To, State: "sent", Reason: "", SentAt: tx.now.toISOString() });
      else if (outcome.reason === undefined) tx.remove(mails, row);
      else tx.update(mails, row, { To, State: outcome.state, Reason: outcome.reason });
      await this.#options.handlers[mail.Kind].applyOutcome(tx, { mail: row, outcome });
    });
  }

  /** Retries until the result is saved: a mail that was sent must not be sent again. */
  async #retryUntilSaved(save: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await save();
      } catch (err) {
        if (!this.#isStarted) throw err;
        this.#options.log.error({ err }, "Cannot save the result of a mail, retrying");
        await new Promise((resolve) => setTimeout(resolve, databaseRetryMs));
      }
    }
  }

  async #msUntilNextDue(): Promise<number> {
    const { store, now } = this.#options;
    const [next] = await store.find(mails, pendingMailsFilter, { sort: { NextTryAt: 1 }, limit: 1 });
    const waitMs = next ? Date.parse(next.NextTryAt) - now().getTime() : maxSleepMs;
    return Math.min(Math.max(waitMs, minSleepMs), maxSleepMs);
  }
}

interface MailLeasesOptions {
  createContext: () => RequestContext;
  log: Log;
}

/**
 * Another server takes a mail over when its lease has not been renewed for this long. While a mail is being sent, its
 * NextTryAt is the end of the lease.
 */
const leaseMs = 60_000;

/** The leases of mails, which decide which server sends which mail. */
class MailLeases {
  readonly #options: MailLeasesOptions;
  /** Leases are acquired one at a time, so that the workers of this server do not conflict over the same mail. */
  readonly #runSerially = limitConcurrency(1);

  constructor(options: MailLeasesOptions) {
    this.#options = options;
  }

  /** Leases a due mail: one that is new, whose retry is due, or whose server has stopped. */
  acquireNext(): Promise<Mail | undefined> {
    return this.#runSerially(() =>
      this.#options.createContext().transaction(async (tx) => {
        // Mails with links are sent first, because users wait for them.
        const row =
          (await findDue(tx, userMailKinds)) ?? (await findDue(tx, ["receipt", "reminder", "bill", "bounce"]));
        return row && tx.update(mails, row, { State: "sending", Tries: row.Tries + 1, NextTryAt: leaseEnd(tx.now) });
      }),
    );
  }

  /** Renews the lease until the returned function is called. */
  startRenewal(mail: Mail): () => void {
    const renewal = setInterval(() => {
      this.#updateIfLeased(mail, (now) => ({ NextTryAt: leaseEnd(now) })).catch((err: unknown) =>
        this.#options.log.warn({ err }, "Cannot renew the lease of a mail"),
      );
    }, leaseMs / 3);
    return () => clearInterval(renewal);
  }

  /** Releases the mail for a later retry by any server. */
  reschedule(mail: Mail, { To, reason, retryAt }: Retry & TriedAddress): Promise<void> {
    const NextTryAt = retryAt.toISOString();
    return this.#updateIfLeased(mail, () => ({ To, State: "waiting", Reason: reason, NextTryAt }));
  }

  /** Updates the mail if this server still has the lease. */
  #updateIfLeased(mail: Mail, patch: (now: Date) => Partial<Mail>): Promise<void> {
    return this.#options.createContext().transaction(async (tx) => {
      const row = await tx.findFirst(mails, { MailID: mail.MailID, State: "sending", Tries: mail.Tries });
      if (row) tx.update(mails, row, patch(tx.now));
    });
  }
}

/** One of the oldest mails of these kinds that are due. */
async function findDue(tx: Transaction, kinds: readonly Mail["Kind"][]): Promise<Mail | undefined> {
  // A time beyond any retry delay was set by a server whose clock is wrong, so its mail is due.
  const notDue = { $gt: tx.now.toISOString(), $lte: computeLatestExpiry(tx.now, maxRetryDelayMs).toISOString() };
  const dueFilter = { ...pendingMailsFilter, NextTryAt: where({ $not: notDue }), Kind: inArray(kinds) };
  const oldest = await tx.find(mails, dueFilter, { limit: 2 * maxConcurrentMails });
  // Picked at random, so that servers rarely lease the same mail.
  return oldest[Math.floor(Math.random() * oldest.length)];
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
