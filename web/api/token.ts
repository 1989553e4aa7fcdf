const storageKey = "auth_token";

/** A display's token: it is no person's, so that it stays in its window and leaves alone who is signed in in others. */
let displayToken: string | null = null;

/** Is this window a display, opened by its link? */
export function isDisplayWindow(): boolean {
  return location.pathname.startsWith("/wall/");
}

/** The session's token, kept across reloads and shared by the windows of a browser. */
export function readToken(): string | null {
  return isDisplayWindow() ? displayToken : localStorage.getItem(storageKey);
}

export function storeToken(token: string): void {
  if (isDisplayWindow()) displayToken = token;
  else localStorage.setItem(storageKey, token);
}

/** Tells when another window of this browser has signed in or out; that it went on with its session is no news. */
export function onTokenChangedElsewhere(handle: () => void): void {
  window.addEventListener("storage", (event) => {
    if (isDisplayWindow()) return;
    if (event.key === storageKey && isSameSession(event.oldValue, event.newValue)) return;
    if (event.key === storageKey || event.key === null) handle();
  });
}

/** Are both tokens of one session, an earlier and a later one perhaps? */
export function isSameSession(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  const session = decodeClaims(one)?.sid;
  return one === other || (session !== undefined && session === decodeClaims(other)?.sid);
}

/** From when to when the token counts, in ms since 1970; undefined for what is no token. */
export function tokenLifetime(token: string): { issuedAt: number; expiresAt: number } | undefined {
  const { iat, exp } = decodeClaims(token) ?? {};
  return typeof iat === "number" && typeof exp === "number"
    ? { issuedAt: iat * 1_000, expiresAt: exp * 1_000 }
    : undefined;
}

/** What the token says, unchecked: only the server can tell whether it is true. */
function decodeClaims(token: string): { sid?: unknown; iat?: unknown; exp?: unknown } | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

export function removeToken(): void {
  if (isDisplayWindow()) displayToken = null;
  else localStorage.removeItem(storageKey);
}
