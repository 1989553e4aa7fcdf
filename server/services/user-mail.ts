import type { UserMailKind } from "../../shared/resources/mails.ts";
import { type User, users } from "../../shared/resources/users.ts";
import { createUserLink, linkLifetimeMinutes } from "../access/user-links.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Store } from "../database/store.ts";
import { isEmailAddress, toSingleLine } from "../mail/message.ts";
import { pendingLinkKey, pendingLinkSchema, queueLinkMail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import { renderBilingual, type TemplateBlock, type TemplateTranslate } from "../mail/templates/bilingual.ts";
import { userMailSubject } from "../mail/templates/subjects.ts";
import { type SocietyRow, toLetterhead } from "./society.ts";

/**
 * Queues an email with a new single-use link. The link replaces the user's previous link for the same purpose.
 */
export async function queueUserLinkMail(
  tx: Transaction,
  { user: { UserID, Email }, kind }: { user: Pick<User, "UserID" | "Email">; kind: UserMailKind },
): Promise<void> {
  await queueLinkMail(tx, { Kind: kind, To: Email, UserID, ...createUserLink(tx, { UserID, kind }) });
}

interface UserMailHandlerOptions {
  store: Store;
  secretStore: SecretStore;
  now: () => Date;
  readSociety: () => SocietyRow;
  /** The public URL of the portal. */
  baseUrl: () => string;
}

interface LinkMailData {
  user: Pick<User, "FullName" | "Username">;
  link: string;
}

/**
 * Composes emails with a link for an account. A mail is withdrawn when its link has expired, when its user is deleted
 * or inactive or has another address, or when it would send data of the account to an unconfirmed address.
 */
export function createUserMailHandler({
  store,
  secretStore,
  now,
  readSociety,
  baseUrl,
}: UserMailHandlerOptions): MailHandler {
  return {
    compose: async (mail) => {
      const pendingLink = pendingLinkSchema.safeParse(await secretStore.read(pendingLinkKey(mail))).data;
      if (!pendingLink || pendingLink.expires <= now() || !isEmailAddress(mail.To)) return withdrawnMail;
      const account = await store.get(users, pendingLink.UserID);
      if (!account?.IsActive || account.Email !== mail.To) return withdrawnMail;
      if (mail.Kind === "verification") return renderVerification(mail.To, pendingLink.token);
      if (!account.IsEmailVerified) return withdrawnMail;
      // Anybody can enter a name at a sign-up. Without line breaks, it cannot look like text of the email.
      const user = { FullName: toSingleLine(account.FullName), Username: toSingleLine(account.Username) };
      const link = `${baseUrl()}/reset-password?token=${encodeURIComponent(pendingLink.token)}`;
      const createBlocks = mail.Kind === "invitation" ? createInvitationBlocks : createResetBlocks;
      const society = toLetterhead(readSociety());
      return renderBilingual({
        to: { name: user.FullName, address: mail.To },
        subject: userMailSubject(society.Name, mail.Kind === "invitation" ? mail.Kind : "reset"),
        society,
        blocks: createBlocks({ user, link }),
      });
    },
    applyOutcome: async (tx, { mail }) => tx.deleteSecret(pendingLinkKey(mail)),
  };

  /** Contains no data of the account, because a sign-up can have somebody else's address. */
  function renderVerification(address: string, token: string) {
    const society = toLetterhead(readSociety());
    return renderBilingual({
      to: { name: "", address },
      subject: userMailSubject(society.Name, "verification"),
      society,
      blocks: createVerificationBlocks(`${baseUrl()}/verify-email?token=${encodeURIComponent(token)}`),
    });
  }
}

const withdrawnMail = { state: "withdrawn" } as const;

/** The content of the email to a user who has forgotten the password. */
function createResetBlocks({ user, link }: LinkMailData): (t: TemplateTranslate) => readonly TemplateBlock[] {
  return (t) => [
    {
      text: t("a new password was requested for the account {username}.", {
        username: user.Username,
      }),
    },
    { text: t("Choose it here within {minutes} minutes:", { minutes: linkLifetimeMinutes.reset }) },
    { link },
    { text: t("If you did not request it, ignore this email: your password stays the same.") },
  ];
}

/** The content of the email to a user whose account staff have created. */
function createInvitationBlocks({
  user,
  link,
}: LinkMailData): (t: TemplateTranslate, societyName: string) => readonly TemplateBlock[] {
  return (t, society) => [
    {
      text: t("the office has created an account for you on the portal of {society}. Your username is {username}.", {
        society,
        username: user.Username,
      }),
    },
    {
      text: t("Choose your password here within {days} days:", { days: linkLifetimeMinutes.invitation / (24 * 60) }),
    },
    { link },
    {
      text: t("If the link has expired, request a new one under 'Forgot password' with this email address."),
    },
  ];
}

/** The content of the email to the address that was entered at a sign-up. */
function createVerificationBlocks(
  link: string,
): (t: TemplateTranslate, societyName: string) => readonly TemplateBlock[] {
  return (t, society) => [
    { text: t("an account with this email address was created on the portal of {society}.", { society }) },
    {
      text: t("Confirm here within {days} days that the address is yours:", {
        days: linkLifetimeMinutes.verification / (24 * 60),
      }),
    },
    { link },
    { text: t("If you did not create the account, ignore this email: the account shows nothing about you.") },
  ];
}
