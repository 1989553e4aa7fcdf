import { mails } from "../../shared/resources/mails.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";
import type { Log } from "../log.ts";
import { type Mail, pendingMails } from "./outbox.ts";
import { maxConcurrentMails } from "./transport.ts";

interface MailLeasesOptions {
  context: () => RequestContext;
  log: Log;
}

/** How long a server is believed to be alive that says nothing more of a mail it has claimed. */
const leaseMs = 60_000;
/** Nothing is put off for longer; what is said to be was written by a clock that was ahead. */
const maxClockSkewMs = 3_600_000;

/** Which server sends which mail. */
export class MailLeases {
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
