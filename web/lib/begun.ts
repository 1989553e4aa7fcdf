import type { Endpoint } from "../../shared/endpoint.ts";
import { readToken } from "./token.ts";

interface Begun {
  token: string | null;
  answer: Promise<Response>;
}

const begun = new Map<string, Begun>();

/** Reads this while the portal's own code is still on its way; whoever asks for it first is given the answer. */
export function begin({ path }: Pick<Endpoint, "path">): void {
  const token = readToken();
  const answer = fetch(`/api${path}`, { headers: headersOf(token) });
  // What fails is told to who takes it.
  answer.catch(() => undefined);
  begun.set(path, { token, answer });
}

/** Has this been read ahead for who is signed in, and not been taken? */
export function isBegun({ path }: Pick<Endpoint, "path">): boolean {
  return begun.get(path)?.token === readToken();
}

/** The answer that was read ahead, once, and only to whom it was given. */
export function takeBegun(path: string, token: string | null): Promise<Response> | undefined {
  const found = begun.get(path);
  begun.delete(path);
  return found?.token === token ? found.answer : undefined;
}

/** Says who asks. */
export function headersOf(token: string | null): Record<string, string> {
  return token === null || token === "" ? {} : { Authorization: `Bearer ${token}` };
}
