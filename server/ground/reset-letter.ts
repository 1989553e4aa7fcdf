import type { RowOf } from "../../shared/registry.ts";
import type { users } from "../../shared/resources/users.ts";
import type { Letter } from "../mail/outbox-file.ts";
import { linkMinutes } from "./reset-links.ts";

interface ResetLetter {
  user: Pick<RowOf<typeof users>, "FullName" | "Username" | "Email">;
  link: string;
  society: string;
}

/** What somebody gets who has forgotten their password. */
export function resetLetter({ user, link, society }: ResetLetter): Omit<Letter, "at"> {
  const text = [
    `Dear ${user.FullName},`,
    "",
    `somebody, hopefully you, asked for a new password for the account ${user.Username}.`,
    `Choose it here within ${linkMinutes} minutes:`,
    "",
    link,
    "",
    "If it was not you, nothing needs to be done: without this link nothing changes.",
    "",
    society,
  ].join("\n");
  return { to: user.Email, subject: `${society}: choose a new password`, text };
}
