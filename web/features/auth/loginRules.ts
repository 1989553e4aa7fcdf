import { credentialRules } from "../../../shared/credentials.ts";

/** A username and its password, as they are typed or sent. */
export interface Credentials {
  username: string;
  password: string;
}

/** What of it is sent: the name as the server knows it, the password as it was typed. */
export function givenIn({ username, password }: Credentials): Credentials {
  return { username: username.trim().normalize("NFC"), password };
}

/** What is wrong with what was typed, by field; nothing, and it may be sent. Says what the schema of the sign-in says, which would come too late for the page. */
export function wrongIn(typed: Credentials): Partial<Credentials> {
  const { username, password } = givenIn(typed);
  const wrong: Partial<Credentials> = {};
  const name = problemOf(username, credentialRules.username, typed.username);
  const secret = problemOf(password, credentialRules.password);
  if (name) wrong.username = name;
  if (secret) wrong.password = secret;
  return wrong;
}

interface Rule {
  least: number;
  tooShort: string;
  most: number;
  tooLong: string;
}

function problemOf(given: string, rule: Rule, typed = given): string | undefined {
  if (lengthOf(typed) > rule.most) return rule.tooLong;
  return lengthOf(given) < rule.least ? rule.tooShort : undefined;
}

/** In characters as Unicode counts them, as schemas do: one outside the first plane is one. */
function lengthOf(text: string): number {
  return [...text].length;
}
