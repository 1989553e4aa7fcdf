import { credentialRules } from "../../../shared/domain/credential-rules.ts";

/** A username and its password, as they are typed or sent. */
export interface Credentials {
  username: string;
  password: string;
}

/** What of it is sent: the name as the server knows it, the password as it was typed. */
export function normalizeCredentials({ username, password }: Credentials): Credentials {
  return { username: username.trim().normalize("NFC"), password };
}

/** What is wrong with what was typed, by field; nothing, and it may be sent. Says what the schema of the sign-in says, which would come too late for the page. */
export function validateCredentials(typed: Credentials): Partial<Credentials> {
  const { username, password } = normalizeCredentials(typed);
  const wrong: Partial<Credentials> = {};
  const name = checkLength(username, credentialRules.username, typed.username);
  const secret = checkLength(password, credentialRules.password);
  if (name) wrong.username = name;
  if (secret) wrong.password = secret;
  return wrong;
}

interface LengthRule {
  min: number;
  tooShort: string;
  max: number;
  tooLong: string;
}

function checkLength(given: string, rule: LengthRule, typed = given): string | undefined {
  if (countCharacters(typed) > rule.max) return rule.tooLong;
  return countCharacters(given) < rule.min ? rule.tooShort : undefined;
}

/** In characters as Unicode counts them, as schemas do: one outside the first plane is one. */
function countCharacters(text: string): number {
  return [...text].length;
}
