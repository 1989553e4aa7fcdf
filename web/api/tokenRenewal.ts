import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { callEndpoint } from "./request.ts";
import { readToken, readTokenTimes, storeToken } from "./token.ts";

const checkIntervalMs = 60_000;
let hasUserActivity = false;
/** The current token, and performance.now() when it was first seen: changes of the system clock do not affect that. */
let observedToken: { token: string | null; firstSeenAt: number } = { token: null, firstSeenAt: 0 };

/** Renews the token of an active user after half of its lifetime. */
export function startTokenRenewal(): void {
  const handleActivity = () => {
    hasUserActivity = true;
  };
  for (const event of ["pointerdown", "keydown"] as const)
    window.addEventListener(event, handleActivity, { capture: true, passive: true });
  setInterval(() => void renewTokenIfDue(), checkIntervalMs);
}

async function renewTokenIfDue(): Promise<void> {
  const token = readToken();
  if (token !== observedToken.token) observedToken = { token, firstSeenAt: performance.now() };
  const times = token === null ? undefined : readTokenTimes(token);
  if (!hasUserActivity || !times) return;
  const age = Math.max(Date.now() - times.issuedAt, performance.now() - observedToken.firstSeenAt);
  if (age < (times.expiresAt - times.issuedAt) / 2) return;
  hasUserActivity = false;
  try {
    const { data } = await callEndpoint<{ data: { token: string } }>(endpointPaths.renew);
    // Another window may have renewed it, or signed out.
    if (readToken() === token) storeToken(data.token);
  } catch {
    // The token is still valid for hours, so the next check after an activity tries again.
  }
}
