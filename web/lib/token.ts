const key = "auth_token";

/** The session's token, kept across reloads and shared by the windows of a browser. */
export function readToken(): string | null {
  return localStorage.getItem(key);
}

export function keepToken(token: string): void {
  localStorage.setItem(key, token);
}

export function dropToken(): void {
  localStorage.removeItem(key);
}
