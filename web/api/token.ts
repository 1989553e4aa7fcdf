const storageKey = "auth_token";

/** A display's token belongs to no user: it is not stored and does not affect other windows. */
let displayToken: string | null = null;
/** The token that this window started with or has last heard of. Storage events can arrive late and repeat it. */
let knownToken: string | null = null;

/** Whether a display's link opened this window. */
export function isDisplayWindow(): boolean {
  return location.pathname.startsWith("/wall/");
}

/** The session's token, stored for all windows of the browser; null when nobody is signed in. */
export function readToken(): string | null {
  return isDisplayWindow() ? displayToken : localStorage.getItem(storageKey);
}

/** Stores the token for all windows of the browser; that of a display only for this window. */
export function storeToken(token: string): void {
  knownToken = token;
  if (isDisplayWindow()) displayToken = token;
  else localStorage.setItem(storageKey, token);
}

/** Calls back when another window has signed in or out; not when it renewed the token. */
export function onTokenChangedElsewhere(handle: () => void): void {
  knownToken = readToken();
  window.addEventListener("storage", () => {
    const token = readToken();
    if (isSameSession(token, knownToken)) return;
    knownToken = token;
    handle();
  });
}

/** Whether both tokens belong to the same session. */
export function isSameSession(token: string | null, otherToken: string | null): boolean {
  if (token === null || otherToken === null) return token === otherToken;
  const sessionId = decodeClaims(token)?.sid;
  return token === otherToken || (sessionId !== undefined && sessionId === decodeClaims(otherToken)?.sid);
}

/** When the token was issued and expires, in ms since 1970; undefined for an invalid token. */
export function readTokenTimes(token: string): { issuedAt: number; expiresAt: number } | undefined {
  const { iat, exp } = decodeClaims(token) ?? {};
  return typeof iat === "number" && typeof exp === "number"
    ? { issuedAt: iat * 1_000, expiresAt: exp * 1_000 }
    : undefined;
}

/** The claims of the token, without checking its signature. */
function decodeClaims(token: string): { sid?: unknown; iat?: unknown; exp?: unknown } | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the token for all windows of the browser; that of a display only for this window. */
export function removeToken(): void {
  knownToken = null;
  if (isDisplayWindow()) displayToken = null;
  else localStorage.removeItem(storageKey);
}
