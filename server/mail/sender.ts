import { mails } from "../../shared/resources/mails.ts";
import type { RowChange } from "../kernel/commit.ts";
import type { Context } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import type { Store } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { Claims } from "./claims.ts";
import { failureOf, mostTries, nextTry } from "./failure.ts";
import type { Letter } from "./letter.ts";
import { type Mail, unfinished } from "./outbox.ts";
import { atOnce, type Post } from "./post.ts";

/** What became of a mail for good. */
type Outcome = { state: "sent" } | Unsent;

/** Withdrawn without a reason it leaves no trace. */
type Unsent = { state: "failed"; reason: string } | { state: "withdrawn"; reason?: string };

/** What the sender has to know of one kind of mail. */
export interface MailKind {
  /** The letter as it is to be read now, or why there is none any more. */
  write: (mail: Mail) => Promise<Letter | Unsent>;
  /** Books what follows from the outcome, together with it. */
  settle: (tx: Transaction, settled: { mail: Mail; outcome: Outcome }) => Promise<void>;
}

interface SenderParts {
  /** Writes as the portal itself. */
  context: () => Context;
  store: Store;
  post: Post;
  kinds: Readonly<Record<Mail["Kind"], MailKind>>;
  now: () => Date;
  log: Log;
}

const longestSleepMs = 30_000;
const shortestSleepMs = 200;
const booksAwayMs = 1_000;

/**
 * Sends what waits in the outbox, on every server of the portal: each mail is claimed by one of them, and by another should
 * that one die. A mail counts as sent when the mail server has taken it over, and as failed when there is no point in trying on.
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #claims: Claims;
  #running: Promise<void> | undefined;
  #again = false;
  #open = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#claims = new Claims(parts);
  }

  /** From now on it works by itself, beginning with what an earlier server left. */
  start(): void {
    this.#open = true;
    this.#parts.post.begin();
    this.#wake();
  }

  /** Takes nothing more; resolves when no mail is under way. */
  async stop(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
    await this.#parts.post.close();
  }

  /** Looks whether there is something to do among what was committed. */
  hear(changes: readonly RowChange[]): void {
    if (changes.some(({ resource, after }) => resource === mails.name && after?.State === "waiting")) this.#wake();
  }

  /** Sends all that is due; resolves when each is sent, refused or put off. */
  runDue(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Somebody may have asked just when it was done.
      if (this.#again && this.#open) this.#wake();
    });
    return this.#running;
  }

  #wake(): void {
    if (this.#open) this.runDue().catch((err: unknown) => this.#parts.log.error({ err }, "mails could not be sent"));
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleepMs = longestSleepMs;
    try {
      while (this.#again && this.#open) {
        this.#again = false;
        await Promise.all(Array.from({ length: atOnce }, () => this.#work()));
      }
      sleepMs = await this.#untilNext();
    } finally {
      if (this.#open) this.#timer = setTimeout(() => this.#wake(), sleepMs);
    }
  }

  async #work(): Promise<void> {
    while (this.#open) {
      const mail = await this.#claims.next();
      if (!mail) return;
      const letGo = this.#claims.hold(mail);
      try {
        await this.#send(mail);
      } finally {
        letGo();
      }
    }
  }

  async #send(mail: Mail): Promise<void> {
    const outcome = await this.#try(mail);
    await this.#persist(() => ("until" in outcome ? this.#claims.putOff(mail, outcome) : this.#book(mail, outcome)));
  }

  async #try(mail: Mail): Promise<Outcome | { reason: string; until: Date }> {
    const { post, kinds, log, now } = this.#parts;
    if (mail.Tries > mostTries) return { state: "failed", reason: "The last try was cut off" };
    try {
      const letter = await kinds[mail.Kind].write(mail);
      if ("state" in letter) return letter;
      await post.send({ ...letter, messageId: mail.MessageID, date: now() });
      return { state: "sent" };
    } catch (err) {
      const { reason, final, code } = failureOf(err);
      const what = { mail: mail.MailID, tries: mail.Tries };
      log.warn(code === undefined ? { ...what, err } : { ...what, code }, "a mail was not sent");
      if (final || mail.Tries >= mostTries) return { state: "failed", reason };
      return { reason, until: nextTry(mail.Tries, now()) };
    }
  }

  #book(mail: Mail, outcome: Outcome): Promise<void> {
    const ctx = this.#parts.context().urgent();
    return ctx.transaction(async (tx) => {
      const row = await tx.first(mails, { MailID: mail.MailID });
      // Another server may have sent it meanwhile; what is sent cannot become unsent.
      if (!row || row.State === "sent" || (outcome.state !== "sent" && row.Tries !== mail.Tries)) return;
      if (outcome.state === "sent") tx.update(mails, row, { State: "sent", Reason: "", SentAt: tx.now.toISOString() });
      else if (outcome.reason === undefined) tx.remove(mails, row);
      else tx.update(mails, row, { State: outcome.state, Reason: outcome.reason });
      await this.#parts.kinds[mail.Kind].settle(tx, { mail: row, outcome });
    });
  }

  /** A mail that has gone out must be booked as gone: as long as the books are away, again and again. */
  async #persist(book: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await book();
      } catch (err) {
        if (!this.#open) throw err;
        this.#parts.log.error({ err }, "what became of a mail could not be booked yet");
        await new Promise((resolve) => setTimeout(resolve, booksAwayMs));
      }
    }
  }

  async #untilNext(): Promise<number> {
    const { store, now } = this.#parts;
    const [next] = await store.find(mails, unfinished, { sort: { NextTryAt: 1 }, limit: 1 });
    const wait = next ? Date.parse(next.NextTryAt) - now().getTime() : longestSleepMs;
    return Math.min(Math.max(wait, shortestSleepMs), longestSleepMs);
  }
}
