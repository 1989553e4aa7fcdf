import { credentialRules } from "../../../shared/domain/credential-rules.ts";

/** The values of the sign-in form. */
export interface Credentials {
  username: string;
  password: string;
}

/** The credentials to send: the username as the server stores it, the password unchanged. */
export function normalizeCredentials({ username, password }: Credentials): Credentials {
  return { username: username.trim().normalize("NFC"), password };
}

/**
 * Error messages by field; empty for valid credentials. Repeats the rules of the endpoint's schema, because loading the
 * schema library would delay the sign-in page.
 */
export function validateCredentials(input: Credentials): Partial<Credentials> {
  const { username, password } = normalizeCredentials(input);
  const usernameError = checkLength(username, credentialRules.username, input.username);
  const passwordError = checkLength(password, credentialRules.password);
  return { ...(usernameError && { username: usernameError }), ...(passwordError && { password: passwordError }) };
}

interface LengthRule {
  min: number;
  tooShort: string;
  max: number;
  tooLong: string;
}

/** The maximum applies to the input as typed, the minimum to the normalized value. */
function checkLength(value: string, rule: LengthRule, typedText = value): string | undefined {
  if (countCharacters(typedText) > rule.max) return rule.tooLong;
  return countCharacters(value) < rule.min ? rule.tooShort : undefined;
}

/** Counts Unicode code points, as the schemas do. */
function countCharacters(text: string): number {
  return [...text].length;
}
