import type { RowOf } from "../../shared/registry.ts";
import { users } from "../../shared/resources/users.ts";
import type { Store } from "../kernel/store.ts";
import type { Vault } from "../kernel/vault.ts";
import { isAddress, onOneLine } from "../mail/address.ts";
import { bilingual, type LetterPart, type LetterSay } from "../mail/bilingual.ts";
import { enclosed, enclosureOf } from "../mail/outbox.ts";
import type { MailKind } from "../mail/sender.ts";
import { linkMinutes } from "./reset-links.ts";

interface LetterParts {
  store: Store;
  vault: Vault;
  now: () => Date;
  society: { name: string };
  /** Where the portal is found from outside. */
  address: () => string;
}

interface LinkLetter {
  user: Pick<RowOf<typeof users>, "FullName" | "Username">;
  link: string;
  society: string;
}

/** Letters with a link to choose a password; a link that is too old, or whose user is gone, is not sent any more. */
export function linkLetters({ store, vault, now, society, address }: LetterParts): MailKind {
  return {
    write: async (mail) => {
      const kept = enclosed.safeParse(await vault.read(enclosureOf(mail)));
      if (!kept.success || kept.data.expires <= now() || !isAddress(mail.To)) return gone;
      const found = await store.get(users, kept.data.UserID);
      if (!found?.IsActive) return gone;
      // Whoever signs up with another's address must not be able to write them lines of their own.
      const user = { FullName: onOneLine(found.FullName), Username: onOneLine(found.Username) };
      const link = `${address()}/reset-password?token=${encodeURIComponent(kept.data.token)}`;
      const write = mail.Kind === "invitation" ? invitation : reset;
      return bilingual({
        to: { name: user.FullName, address: mail.To },
        subject: linkSubject(society.name, mail.Kind),
        society: society.name,
        parts: write({ user, link, society: society.name }),
      });
    },
    settle: async (tx, { mail }) => tx.dropSecret(enclosureOf(mail)),
  };
}

/** As it is known before it is written, and told of it without what it says. */
export function linkSubject(society: string, kind: string): string {
  return kind === "invitation" ? `${society}: your account` : `${society}: choose a new password`;
}

const gone = { state: "withdrawn" } as const;

/** What somebody gets who has forgotten their password. */
function reset({ user, link }: LinkLetter): (say: LetterSay) => readonly LetterPart[] {
  return (say) => [
    {
      text: say("somebody, hopefully you, asked for a new password for the account {username}.", {
        username: user.Username,
      }),
    },
    { text: say("Choose it here within {minutes} minutes:", { minutes: linkMinutes.reset }) },
    { link },
    { text: say("If it was not you, nothing needs to be done: without this link nothing changes.") },
  ];
}

/** What somebody gets for whom the office has made an account. */
function invitation({ user, link, society }: LinkLetter): (say: LetterSay) => readonly LetterPart[] {
  return (say) => [
    {
      text: say("the office has made an account for you at the portal of {society}. Your username is {username}.", {
        society,
        username: user.Username,
      }),
    },
    { text: say("Choose your password here within {days} days:", { days: linkMinutes.invitation / (24 * 60) }) },
    { link },
    {
      text: say("Should the link be too old, ask for a new one under 'Forgot password' with this e-mail address."),
    },
  ];
}
