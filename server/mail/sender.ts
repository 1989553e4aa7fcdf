import { mails } from "../../shared/resources/mails.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { RowChange } from "../database/store.ts";
import { inArray, type Store, where } from "../database/store.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";
import type { Log } from "../log.ts";
import type { MailMessage } from "./message.ts";
import { type Mail, pendingMails } from "./outbox.ts";
import { classifyError, type MailTransport, maxAttempts, maxConcurrentMails, nextAttemptAt } from "./transport.ts";

/** What became of a mail for good. */
type DeliveryOutcome = { state: "sent" } | NotSent;

/** Withdrawn without a reason it leaves no trace. */
type NotSent = { state: "failed"; reason: string } | { state: "withdrawn"; reason?: string };

/** What the sender has to know of one kind of mail. */
export interface MailHandler {
  /** The letter as it is to be read now, or why there is none any more. */
  compose: (mail: Mail) => Promise<MailMessage | NotSent>;
  /** Books what follows from the outcome, together with it. */
  applyOutcome: (tx: Transaction, settled: { mail: Mail; outcome: DeliveryOutcome }) => Promise<void>;
}

interface MailSenderOptions {
  /** Writes as the portal itself. */
  context: () => RequestContext;
  store: Store;
  transport: MailTransport;
  handlers: Readonly<Record<Mail["Kind"], MailHandler>>;
  now: () => Date;
  log: Log;
}

const maxSleepMs = 30_000;
const minSleepMs = 200;
const databaseRetryMs = 1_000;

/**
 * Sends what waits in the outbox, on every server of the portal: each mail is claimed by one of them, and by another should
 * that one die. A mail counts as sent when the mail server has taken it over, and as failed when there is no point in trying on.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #leases: MailLeases;
  #currentRun: Promise<void> | undefined;
  #isRerunRequested = false;
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: MailSenderOptions) {
    this.#options = parts;
    this.#leases = new MailLeases(parts);
  }

  /** From now on it works by itself, beginning with what an earlier server left. */
  start(): void {
    this.#isStarted = true;
    this.#options.transport.preload();
    this.#wake();
  }

  /** Takes nothing more; resolves when no mail is under way. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#currentRun?.catch(() => undefined);
    await this.#options.transport.close();
  }

  /** Looks whether there is something to do among what was committed. */
  onCommit(changes: readonly RowChange[]): void {
    if (changes.some(({ resource, after }) => resource === mails.name && after?.State === "waiting")) this.#wake();
  }

  /** Sends all that is due; resolves when each is sent, refused or put off. */
  runDue(): Promise<void> {
    this.#isRerunRequested = true;
    this.#currentRun ??= this.#run().finally(() => {
      this.#currentRun = undefined;
      // Somebody may have asked just when it was done.
      if (this.#isRerunRequested && this.#isStarted) this.#wake();
    });
    return this.#currentRun;
  }

  #wake(): void {
    if (this.#isStarted)
      this.runDue().catch((err: unknown) => this.#options.log.error({ err }, "mails could not be sent"));
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleepMs = maxSleepMs;
    try {
      while (this.#isRerunRequested && this.#isStarted) {
        this.#isRerunRequested = false;
        await Promise.all(Array.from({ length: maxConcurrentMails }, () => this.#sendUntilEmpty()));
      }
      sleepMs = await this.#msUntilNextDue();
    } finally {
      if (this.#isStarted) this.#timer = setTimeout(() => this.#wake(), sleepMs);
    }
  }

  async #sendUntilEmpty(): Promise<void> {
    while (this.#isStarted) {
      const mail = await this.#leases.acquireNext();
      if (!mail) return;
      const letGo = this.#leases.startRenewal(mail);
      try {
        await this.#send(mail);
      } finally {
        letGo();
      }
    }
  }

  async #send(mail: Mail): Promise<void> {
    const outcome = await this.#attempt(mail);
    await this.#retryUntilSaved(() =>
      "until" in outcome ? this.#leases.reschedule(mail, outcome) : this.#saveOutcome(mail, outcome),
    );
  }

  async #attempt(mail: Mail): Promise<DeliveryOutcome | { reason: string; until: Date }> {
    const { transport, handlers, log, now } = this.#options;
    if (mail.Tries > maxAttempts) return { state: "failed", reason: "The last try was cut off" };
    try {
      const letter = await handlers[mail.Kind].compose(mail);
      if ("state" in letter) return letter;
      await transport.send({ ...letter, messageId: mail.MessageID, date: now() });
      return { state: "sent" };
    } catch (err) {
      const { reason, isPermanent, code } = classifyError(err);
      const what = { mail: mail.MailID, tries: mail.Tries };
      log.warn(code === undefined ? { ...what, err } : { ...what, code }, "a mail was not sent");
      if (isPermanent || mail.Tries >= maxAttempts) return { state: "failed", reason };
      return { reason, until: nextAttemptAt(mail.Tries, now()) };
    }
  }

  #saveOutcome(mail: Mail, outcome: DeliveryOutcome): Promise<void> {
    const ctx = this.#options.context().urgent();
    return ctx.transaction(async (tx) => {
      const row = await tx.findFirst(mails, { MailID: mail.MailID });
      // Another server may have sent it meanwhile; what is sent cannot become unsent.
      if (!row || row.State === "sent" || (outcome.state !== "sent" && row.Tries !== mail.Tries)) return;
      if (outcome.state === "sent") tx.update(mails, row, { State: "sent", Reason: "", SentAt: tx.now.toISOString() });
      else if (outcome.reason === undefined) tx.remove(mails, row);
      else tx.update(mails, row, { State: outcome.state, Reason: outcome.reason });
      await this.#options.handlers[mail.Kind].applyOutcome(tx, { mail: row, outcome });
    });
  }

  /** A mail that has gone out must be booked as gone: as long as the books are away, again and again. */
  async #retryUntilSaved(book: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await book();
      } catch (err) {
        if (!this.#isStarted) throw err;
        this.#options.log.error({ err }, "what became of a mail could not be booked yet");
        await new Promise((resolve) => setTimeout(resolve, databaseRetryMs));
      }
    }
  }

  async #msUntilNextDue(): Promise<number> {
    const { store, now } = this.#options;
    const [next] = await store.find(mails, pendingMails, { sort: { NextTryAt: 1 }, limit: 1 });
    const wait = next ? Date.parse(next.NextTryAt) - now().getTime() : maxSleepMs;
    return Math.min(Math.max(wait, minSleepMs), maxSleepMs);
  }
}

interface MailLeasesOptions {
  context: () => RequestContext;
  log: Log;
}

/** How long a server is believed to be alive that says nothing more of a mail it has claimed. */
const leaseMs = 60_000;
/** Nothing is put off for longer; what is said to be was written by a clock that was ahead. */
const maxClockSkewMs = 3_600_000;

/** Which server sends which mail. */
class MailLeases {
  readonly #options: MailLeasesOptions;
  /** The claims of one server wait for each other rather than collide over the same mail. */
  readonly #runSerially = limitConcurrency(1);

  constructor(parts: MailLeasesOptions) {
    this.#options = parts;
  }

  /** A mail that is due, now this server's: never tried, put off until now, or left by a server that died. */
  acquireNext(): Promise<Mail | undefined> {
    return this.#runSerially(() =>
      this.#options.context().transaction(async (tx) => {
        const row = (await findDue(tx, ["reset", "invitation"])) ?? (await findDue(tx, ["receipt", "reminder"]));
        return row && tx.update(mails, row, { State: "sending", Tries: row.Tries + 1, NextTryAt: leaseEnd(tx.now) });
      }),
    );
  }

  /** Keeps the claim for as long as the sending takes; returns how to let go. */
  startRenewal(mail: Mail): () => void {
    const beat = setInterval(() => {
      this.#updateIfLeased(mail, (now) => ({ NextTryAt: leaseEnd(now) })).catch((err: unknown) =>
        this.#options.log.warn({ err }, "a mail under way could not be kept"),
      );
    }, leaseMs / 3);
    return () => clearInterval(beat);
  }

  /** Gives the mail back, to be tried again later by whichever server. */
  reschedule(mail: Mail, { reason, until }: { reason: string; until: Date }): Promise<void> {
    return this.#updateIfLeased(mail, () => ({ State: "waiting", Reason: reason, NextTryAt: until.toISOString() }));
  }

  /** Changes the mail as long as it is still this server's. */
  #updateIfLeased(mail: Mail, patch: (now: Date) => Partial<Mail>): Promise<void> {
    return this.#options.context().transaction(async (tx) => {
      const row = await tx.findFirst(mails, { MailID: mail.MailID, State: "sending", Tries: mail.Tries });
      if (row) tx.update(mails, row, patch(tx.now));
    });
  }
}

/** Letters go before receipts and reminders: whoever waits for a link waits now. */
async function findDue(tx: Transaction, kinds: readonly Mail["Kind"][]): Promise<Mail | undefined> {
  const later = { $gt: tx.now.toISOString(), $lte: new Date(tx.now.getTime() + maxClockSkewMs).toISOString() };
  const due = { ...pendingMails, NextTryAt: where({ $not: later }), Kind: inArray(kinds) };
  const first = await tx.find(mails, due, { limit: 2 * maxConcurrentMails });
  // Any of the oldest, as servers that all went for the very first would get in each other's way.
  return first[Math.floor(Math.random() * first.length)];
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
