import { atom, useAtomValue } from "jotai";
import { createContext } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { Flag } from "../../shared/pages.ts";
import { can, canCall, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Session } from "../../shared/wire.ts";
import { resetChosenTickAccount } from "../hooks/preferences.ts";
import { store } from "../hooks/store.ts";
import { callEndpoint, isTemporaryError } from "./request.ts";
import { isDisplayWindow, isSameSession, readToken, removeToken, storeToken } from "./token.ts";

/** `loading` until the stored token has been checked; null when nobody is signed in. */
export const sessionAtom = atom<Session | null | "loading">("loading");

/** The session of the signed-in user; undefined while loading and when nobody is signed in. */
export const signedInSessionAtom = atom((get) => {
  const session = get(sessionAtom);
  return session === "loading" || session === null ? undefined : session;
});

/** The functions of the live client that a session calls. */
export interface LiveClient {
  openConnection: () => void;
  closeConnection: () => void;
  clearCache: () => void;
}

interface SessionOptions {
  /** Loads the code of the live client, which the sign-in page does not need. */
  loadLiveClient: () => Promise<LiveClient>;
  /** Called when the session was ended by the server or in another window. */
  onSignedOutElsewhere: () => void;
}

/** When the server was first found unreachable, in ms since 1970; undefined while it can be reached. */
const unreachableSinceAtom = atom<number | undefined>(undefined);
const retryAfterMs = 2_000;
const maxSignOutWaitMs = 1_000;
let options: SessionOptions | undefined;
let liveClient: LiveClient | undefined;

/** Called once at the start. The caller passes the live client, because the live client imports this file. */
export function configureSession(sessionOptions: SessionOptions): void {
  options = sessionOptions;
}

/** Restores the session of the stored token. Tries again while the server cannot be reached. */
export async function restoreSession(): Promise<void> {
  const token = readToken();
  if (!token) return void store.set(sessionAtom, null);
  try {
    const session = await fetchSession();
    if (!isSameSession(readToken(), token)) return;
    store.set(unreachableSinceAtom, undefined);
    startSession(session);
  } catch (error) {
    if (!isSameSession(readToken(), token)) return;
    const isUnreachable = isTemporaryError(error);
    store.set(unreachableSinceAtom, isUnreachable ? (store.get(unreachableSinceAtom) ?? Date.now()) : undefined);
    if (!isUnreachable) return void store.set(sessionAtom, null);
    setTimeout(() => {
      if (isSameSession(readToken(), token)) void restoreSession();
    }, retryAfterMs);
  }
}

/** Switches to the session of another window that has signed in. */
export function reloadSession(): void {
  resetClient();
  store.set(sessionAtom, "loading");
  void restoreSession();
}

/** Signs the user in. If this fails, the user is not signed in, and an ApiError with the server's reason is thrown. */
export async function signIn(body: { username: string; password: string; totp?: string }): Promise<void> {
  const { token } = await callEndpoint<{ token: string }>(endpointPaths.login, { body });
  storeToken(token);
  try {
    startSession(await fetchSession());
  } catch (error) {
    // Another window may have signed in meanwhile.
    if (isSameSession(readToken(), token)) {
      void callEndpoint(endpointPaths.logout).catch(() => undefined);
      removeToken();
    }
    throw error;
  }
}

/** Signs a display in by the key of its link. Throws an ApiError, with status 401 once the key is no longer valid. */
export async function signInAsDisplay(key: string): Promise<void> {
  const isRenewal = readToken() !== null;
  const { token } = await callEndpoint<{ token: string }>(endpointPaths.displayToken, { body: { key } });
  storeToken(token);
  // The next connection uses the renewed token; an open one stays valid.
  if (!isRenewal) await restoreSession();
}

/** Ends the session on the server, waiting at most 1 s for its response, and in this browser. */
export async function signOut(): Promise<void> {
  // Closed first, so that the server does not report the end of this session to this window.
  liveClient?.closeConnection();
  const response = callEndpoint(endpointPaths.logout).catch(() => undefined);
  await Promise.race([response, new Promise((resolve) => setTimeout(resolve, maxSignOutWaitMs))]);
  endSessionInBrowser();
}

/** Ends all sessions of the user, this one too. Returns the server's message. On an ApiError, all sessions continue. */
export async function signOutEverywhere(): Promise<string> {
  liveClient?.closeConnection();
  try {
    const { message = "" } = await callEndpoint(endpointPaths.endSessions);
    endSessionInBrowser();
    return message;
  } catch (error) {
    liveClient?.openConnection();
    throw error;
  }
}

/** Handles a session that the server or another window has ended. */
export function handleSessionEnded(): void {
  if (store.get(signedInSessionAtom) && !isDisplayWindow()) options?.onSignedOutElsewhere();
  endSessionInBrowser();
}

/** The session, null when nobody is signed in, or "loading". */
export function useSessionState(): Session | null | "loading" {
  return useAtomValue(sessionAtom, { store });
}

/** The session; undefined while loading and when nobody is signed in. */
export function useSession(): Session | undefined {
  return useAtomValue(signedInSessionAtom, { store });
}

/** Since when the server has been unreachable while the session is restored, in ms since 1970; else undefined. */
export function useUnreachableSince(): number | undefined {
  return useAtomValue(unreachableSinceAtom, { store });
}

/** True inside a page that the user may no longer view and that stays mounted only for an open form. */
export const PageRevokedContext = createContext(false);

/** Whether the user has the right `flag` on the page with this path. */
export function useCan(page: string, flag: Flag = "CanView"): boolean {
  const session = useSession();
  return session !== undefined && can(session, { page, flag });
}

/** Whether the user may list the records of the resource. */
export function useCanList({ guards }: Pick<AnyResource, "guards">): boolean {
  return useCan(guards.list.page, guards.list.flag);
}

/** Whether the user may call the endpoint. */
export function useCanCall(endpoint: Parameters<typeof canCall>[0]): boolean {
  const viewer = useViewer();
  return viewer !== undefined && canCall(endpoint, viewer);
}

/** The signed-in user's permissions and scope, for the functions of shared/permissions.ts. */
export function useViewer(): Pick<Viewer, "permissions" | "scope"> | undefined {
  const session = useSession();
  return session && { permissions: session.permissions, scope: session.user.role.scope };
}

/** Waits for the live client too, so that no screen reads before it can subscribe. */
async function fetchSession(): Promise<Session> {
  const [{ data }, client] = await Promise.all([
    callEndpoint<{ data: Session }>(endpointPaths.me),
    options?.loadLiveClient(),
  ]);
  liveClient = client;
  return data;
}

function startSession(session: Session): void {
  store.set(sessionAtom, session);
  liveClient?.openConnection();
}

/** Signs out without a request. Removes the token, by which the browser's other windows sign out too. */
export function endSessionInBrowser(): void {
  removeToken();
  resetClient();
  store.set(sessionAtom, null);
}

function resetClient(): void {
  liveClient?.closeConnection();
  liveClient?.clearCache();
  resetChosenTickAccount();
  store.set(unreachableSinceAtom, undefined);
}
