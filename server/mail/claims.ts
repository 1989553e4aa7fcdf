import { mails } from "../../shared/resources/mails.ts";
import type { Context } from "../kernel/context.ts";
import { limited } from "../kernel/limit.ts";
import type { Log } from "../kernel/log.ts";
import { among, where } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { type Mail, unfinished } from "./outbox.ts";
import { atOnce } from "./post.ts";

interface ClaimParts {
  context: () => Context;
  log: Log;
}

/** How long a server is believed to be alive that says nothing more of a mail it has claimed. */
const leaseMs = 60_000;
/** Nothing is put off for longer; what is said to be was written by a clock that was ahead. */
const longestAheadMs = 3_600_000;

/** Which server sends which mail. */
export class Claims {
  readonly #parts: ClaimParts;
  /** The claims of one server wait for each other rather than collide over the same mail. */
  readonly #inTurn = limited(1);

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** A mail that is due, now this server's: never tried, put off until now, or left by a server that died. */
  next(): Promise<Mail | undefined> {
    return this.#inTurn(() =>
      this.#parts.context().transaction(async (tx) => {
        const row = (await dueIn(tx, ["reset", "invitation"])) ?? (await dueIn(tx, ["receipt", "reminder"]));
        return row && tx.update(mails, row, { State: "sending", Tries: row.Tries + 1, NextTryAt: leaseFrom(tx.now) });
      }),
    );
  }

  /** Keeps the claim for as long as the sending takes; returns how to let go. */
  hold(mail: Mail): () => void {
    const beat = setInterval(() => {
      this.#change(mail, (now) => ({ NextTryAt: leaseFrom(now) })).catch((err: unknown) =>
        this.#parts.log.warn({ err }, "a mail under way could not be kept"),
      );
    }, leaseMs / 3);
    return () => clearInterval(beat);
  }

  /** Gives the mail back, to be tried again later by whichever server. */
  putOff(mail: Mail, { reason, until }: { reason: string; until: Date }): Promise<void> {
    return this.#change(mail, () => ({ State: "waiting", Reason: reason, NextTryAt: until.toISOString() }));
  }

  /** Changes the mail as long as it is still this server's. */
  #change(mail: Mail, patch: (now: Date) => Partial<Mail>): Promise<void> {
    return this.#parts.context().transaction(async (tx) => {
      const row = await tx.first(mails, { MailID: mail.MailID, State: "sending", Tries: mail.Tries });
      if (row) tx.update(mails, row, patch(tx.now));
    });
  }
}

/** Letters go before receipts and reminders: whoever waits for a link waits now. */
async function dueIn(tx: Transaction, kinds: readonly Mail["Kind"][]): Promise<Mail | undefined> {
  const later = { $gt: tx.now.toISOString(), $lte: new Date(tx.now.getTime() + longestAheadMs).toISOString() };
  const due = { ...unfinished, NextTryAt: where({ $not: later }), Kind: among(kinds) };
  const first = await tx.find(mails, due, { limit: 2 * atOnce });
  // Any of the oldest, as servers that all went for the very first would get in each other's way.
  return first[Math.floor(Math.random() * first.length)];
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
