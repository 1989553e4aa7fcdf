import type { RowOf } from "../../shared/registry.ts";
import { users } from "../../shared/resources/users.ts";
import { createPasswordLink, linkLifetimeMinutes, type PasswordLinkKind } from "../access/password-links.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Store } from "../database/store.ts";
import { isEmailAddress, toSingleLine } from "../mail/message.ts";
import { pendingLink, pendingLinkKey, queueLinkMail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import { renderBilingual, type TemplateBlock, type TemplateTranslate } from "../mail/templates/bilingual.ts";
import { passwordSubject } from "../mail/templates/subjects.ts";

/** Emails the user a new single-use link to choose a password. It replaces the link that the user had. */
export async function queuePasswordLink(
  tx: Transaction,
  { user: { UserID, Email }, kind }: { user: Pick<RowOf<typeof users>, "UserID" | "Email">; kind: PasswordLinkKind },
): Promise<void> {
  await queueLinkMail(tx, { Kind: kind, To: Email, UserID, ...createPasswordLink(tx, { UserID, kind }) });
}

interface PasswordMailOptions {
  store: Store;
  secretStore: SecretStore;
  now: () => Date;
  society: { name: string };
  /** Where the portal is found from outside. */
  baseUrl: () => string;
}

interface PasswordMailData {
  user: Pick<RowOf<typeof users>, "FullName" | "Username">;
  link: string;
  society: string;
}

/** Letters with a link to choose a password; a link that is too old, or whose user is gone, is not sent any more. */
export function passwordMailHandler({ store, secretStore, now, society, baseUrl }: PasswordMailOptions): MailHandler {
  return {
    compose: async (mail) => {
      const kept = pendingLink.safeParse(await secretStore.read(pendingLinkKey(mail)));
      if (!kept.success || kept.data.expires <= now() || !isEmailAddress(mail.To)) return withdrawn;
      const found = await store.get(users, kept.data.UserID);
      if (!found?.IsActive) return withdrawn;
      // Whoever signs up with another's address must not be able to write them lines of their own.
      const user = { FullName: toSingleLine(found.FullName), Username: toSingleLine(found.Username) };
      const link = `${baseUrl()}/reset-password?token=${encodeURIComponent(kept.data.token)}`;
      const write = mail.Kind === "invitation" ? invitationBlocks : resetBlocks;
      return renderBilingual({
        to: { name: user.FullName, address: mail.To },
        subject: passwordSubject(society.name, mail.Kind),
        society: society.name,
        blocks: write({ user, link, society: society.name }),
      });
    },
    applyOutcome: async (tx, { mail }) => tx.deleteSecret(pendingLinkKey(mail)),
  };
}

const withdrawn = { state: "withdrawn" } as const;

/** What somebody gets who has forgotten their password. */
function resetBlocks({ user, link }: PasswordMailData): (say: TemplateTranslate) => readonly TemplateBlock[] {
  return (say) => [
    {
      text: say("somebody, hopefully you, asked for a new password for the account {username}.", {
        username: user.Username,
      }),
    },
    { text: say("Choose it here within {minutes} minutes:", { minutes: linkLifetimeMinutes.reset }) },
    { link },
    { text: say("If it was not you, nothing needs to be done: without this link nothing changes.") },
  ];
}

/** What somebody gets for whom the office has made an account. */
function invitationBlocks({
  user,
  link,
  society,
}: PasswordMailData): (say: TemplateTranslate) => readonly TemplateBlock[] {
  return (say) => [
    {
      text: say("the office has made an account for you at the portal of {society}. Your username is {username}.", {
        society,
        username: user.Username,
      }),
    },
    {
      text: say("Choose your password here within {days} days:", { days: linkLifetimeMinutes.invitation / (24 * 60) }),
    },
    { link },
    {
      text: say("Should the link be too old, ask for a new one under 'Forgot password' with this e-mail address."),
    },
  ];
}
