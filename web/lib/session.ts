import { atom, useAtomValue } from "jotai";
import { calls } from "../../shared/calls.ts";
import type { Flag } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import type { Session } from "../../shared/wire.ts";
import { fetchLine, fetchLive } from "./fetched.ts";
import type { live } from "./live.ts";
import { call, Problem } from "./request.ts";
import { store } from "./store.ts";
import { dropToken, isSameSession, keepToken, readToken } from "./token.ts";

/** `loading` until the kept token has been tried; null when nobody is signed in. */
export const sessionAtom = atom<Session | null | "loading">("loading");

const awayAtom = atom(false);
const tryAgainMs = 2_000;
/** What keeps screens live, once somebody has been signed in here. */
let lively: typeof live | undefined;

/** Restores the session of the kept token, if there is one and it still counts; waits for a portal that is away. */
export async function restoreSession(): Promise<void> {
  const token = readToken();
  if (!token) return void store.set(sessionAtom, null);
  try {
    const data = await fetchSession();
    if (!isSameSession(readToken(), token)) return;
    store.set(awayAtom, false);
    begin(data);
  } catch (error) {
    if (!isSameSession(readToken(), token)) return;
    const away = error instanceof Problem && (error.status === 0 || error.status >= 500);
    store.set(awayAtom, away);
    if (!away) return void store.set(sessionAtom, null);
    setTimeout(() => {
      if (isSameSession(readToken(), token)) void restoreSession();
    }, tryAgainMs);
  }
}

/** Another window has signed in: whoever it is, is here too. */
export function changeSession(): void {
  forget();
  store.set(sessionAtom, "loading");
  void restoreSession();
}

/** Signs in. Throws a Problem with the server's reason. */
export async function signIn(body: { username: string; password: string }): Promise<void> {
  const { token } = await call<{ token: string }>(calls.login, { body });
  keepToken(token);
  begin(await fetchSession());
}

/** Lets a display in by the key of its link. Throws a Problem: 401 when the key counts no more. */
export async function enterAsDisplay(key: string): Promise<void> {
  const entered = readToken() !== null;
  const { token } = await call<{ token: string }>(calls.wallToken, { body: { key } });
  keepToken(token);
  // A fresh token of the same display is for the next line; the one that is open goes on.
  if (!entered) await restoreSession();
}

export async function signOut(): Promise<void> {
  // Without a line nobody tells this window that it was signed out.
  lively?.closeLine();
  const told = call(calls.logout).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  endSession();
}

/** Ends all sessions of whoever is signed in, this one too; answers what the server said. Throws a Problem, and stays signed in. */
export async function signOutEverywhere(): Promise<string> {
  // As above: what is meant needs no notice that it happened.
  lively?.closeLine();
  try {
    const { message = "" } = await call(calls.endSessions);
    endSession();
    return message;
  } catch (problem) {
    lively?.openLine();
    throw problem;
  }
}

/** Forgets who was signed in and everything they saw. */
export function endSession(): void {
  dropToken();
  forget();
  store.set(sessionAtom, null);
}

/** Who is signed in, null for nobody, or that it is not known yet. */
export function useSessionState(): Session | null | "loading" {
  return useAtomValue(sessionAtom, { store });
}

/** Who is signed in; undefined while loading and when nobody is. */
export function useSession(): Session | undefined {
  const session = useSessionState();
  return session === "loading" || session === null ? undefined : session;
}

/** Can the kept token not be tried for now, as the portal does not answer? */
export function useAway(): boolean {
  return useAtomValue(awayAtom, { store });
}

/** May the person signed in do this on the page? */
export function useMay(page: string, flag: Flag = "CanView"): boolean {
  const session = useSession();
  return session !== undefined && can(session, { page, flag });
}

/** Who is signed in, with what keeps their screens live: before that is there nobody reads anything. */
async function fetchSession(): Promise<Session> {
  void fetchLine();
  const [{ data }, fetched] = await Promise.all([call<{ data: Session }>(calls.me), fetchLive()]);
  lively = fetched;
  return data;
}

function begin(session: Session): void {
  store.set(sessionAtom, session);
  lively?.openLine();
}

function forget(): void {
  lively?.closeLine();
  lively?.forgetTables();
  store.set(awayAtom, false);
}
