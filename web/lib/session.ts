import { atom, useAtomValue } from "jotai";
import { login, logout, me } from "../../shared/endpoints/auth.ts";
import type { Flag } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import type { Session } from "../../shared/wire.ts";
import { forgetTables } from "./cache.ts";
import { closeLine, openLine } from "./connection.ts";
import { call, Problem } from "./request.ts";
import { store } from "./store.ts";
import { dropToken, keepToken, readToken } from "./token.ts";

/** `loading` until the kept token has been tried; null when nobody is signed in. */
export const sessionAtom = atom<Session | null | "loading">("loading");

/** Restores the session of the kept token, if there is one and it still counts. */
export async function restoreSession(): Promise<void> {
  if (!readToken()) return void store.set(sessionAtom, null);
  try {
    const { data } = await call<{ data: Session }>(me);
    store.set(sessionAtom, data);
    openLine();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return;
    store.set(sessionAtom, null);
  }
}

/** Signs in. Throws a Problem with the server's reason. */
export async function signIn(body: { username: string; password: string }): Promise<void> {
  const { token } = await call<{ token: string }>(login, { body });
  keepToken(token);
  const { data } = await call<{ data: Session }>(me);
  store.set(sessionAtom, data);
  openLine();
}

export async function signOut(): Promise<void> {
  const told = call(logout).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  endSession();
}

/** Forgets who was signed in and everything they saw. */
export function endSession(): void {
  dropToken();
  closeLine();
  forgetTables();
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

/** May the person signed in do this on the page? */
export function useMay(page: string, flag: Flag = "CanView"): boolean {
  const session = useSession();
  return session !== undefined && can(session, { page, flag });
}
