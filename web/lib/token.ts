const key = "auth_token";

/** The session's token, kept across reloads and shared by the windows of a browser. */
export function readToken(): string | null {
  return localStorage.getItem(key);
}

export function keepToken(token: string): void {
  localStorage.setItem(key, token);
}

/** Tells when another window of this browser has signed in or out. */
export function onTokenElsewhere(handle: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) handle();
  });
}

export function dropToken(): void {
  localStorage.removeItem(key);
}
