import { atom, useAtomValue } from "jotai";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { Flag } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import type { Session } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";
import type { liveClient } from "../live/liveClient.ts";
import { loadLiveClient, loadSocketClient } from "./importWithRetry.ts";
import { ApiError, callEndpoint } from "./request.ts";
import { isSameSession, readToken, removeToken, storeToken } from "./token.ts";

/** `loading` until the kept token has been tried; null when nobody is signed in. */
export const sessionAtom = atom<Session | null | "loading">("loading");

const isServerUnreachableAtom = atom(false);
const retryAfterMs = 2_000;
/** What keeps screens live, once somebody has been signed in here. */
let client: typeof liveClient | undefined;

/** Restores the session of the kept token, if there is one and it still counts; waits for a portal that is away. */
export async function restoreSession(): Promise<void> {
  const token = readToken();
  if (!token) return void store.set(sessionAtom, null);
  try {
    const data = await fetchSession();
    if (!isSameSession(readToken(), token)) return;
    store.set(isServerUnreachableAtom, false);
    startSession(data);
  } catch (error) {
    if (!isSameSession(readToken(), token)) return;
    const away = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    store.set(isServerUnreachableAtom, away);
    if (!away) return void store.set(sessionAtom, null);
    setTimeout(() => {
      if (isSameSession(readToken(), token)) void restoreSession();
    }, retryAfterMs);
  }
}

/** Another window has signed in: whoever it is, is here too. */
export function reloadSession(): void {
  resetClient();
  store.set(sessionAtom, "loading");
  void restoreSession();
}

/** Signs in. Throws a Problem with the server's reason. */
export async function signIn(body: { username: string; password: string }): Promise<void> {
  const { token } = await callEndpoint<{ token: string }>(endpointPaths.login, { body });
  storeToken(token);
  startSession(await fetchSession());
}

/** Lets a display in by the key of its link. Throws a Problem: 401 when the key counts no more. */
export async function signInAsDisplay(key: string): Promise<void> {
  const entered = readToken() !== null;
  const { token } = await callEndpoint<{ token: string }>(endpointPaths.wallToken, { body: { key } });
  storeToken(token);
  // A fresh token of the same display is for the next line; the one that is open goes on.
  if (!entered) await restoreSession();
}

export async function signOut(): Promise<void> {
  // Without a line nobody tells this window that it was signed out.
  client?.closeConnection();
  const told = callEndpoint(endpointPaths.logout).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  endSession();
}

/** Ends all sessions of whoever is signed in, this one too; answers what the server said. Throws a Problem, and stays signed in. */
export async function signOutEverywhere(): Promise<string> {
  // As above: what is meant needs no notice that it happened.
  client?.closeConnection();
  try {
    const { message = "" } = await callEndpoint(endpointPaths.endSessions);
    endSession();
    return message;
  } catch (problem) {
    client?.openConnection();
    throw problem;
  }
}

/** Forgets who was signed in and everything they saw. */
export function endSession(): void {
  removeToken();
  resetClient();
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
export function useIsServerUnreachable(): boolean {
  return useAtomValue(isServerUnreachableAtom, { store });
}

/** May the person signed in do this on the page? */
export function useCan(page: string, flag: Flag = "CanView"): boolean {
  const session = useSession();
  return session !== undefined && can(session, { page, flag });
}

/** Who is signed in, with what keeps their screens live: before that is there nobody reads anything. */
async function fetchSession(): Promise<Session> {
  void loadSocketClient();
  const [{ data }, fetched] = await Promise.all([callEndpoint<{ data: Session }>(endpointPaths.me), loadLiveClient()]);
  client = fetched;
  return data;
}

function startSession(session: Session): void {
  store.set(sessionAtom, session);
  client?.openConnection();
}

function resetClient(): void {
  client?.closeConnection();
  client?.clearCache();
  store.set(isServerUnreachableAtom, false);
}
