import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { callEndpoint } from "./request.ts";
import { readToken, storeToken, tokenLifetime } from "./token.ts";

const checkIntervalMs = 60_000;
let hasUserActivity = false;
/** The token in use, and since when by a clock that nobody sets: the device's own may be hours behind the server's. */
let observedToken: { token: string | null; at: number } = { token: null, at: 0 };

/** Has the session go on while somebody works in this window: where half of the token's time has passed it is changed for a fresh one. */
export function startTokenRenewal(): void {
  const handleUse = () => {
    hasUserActivity = true;
  };
  for (const event of ["pointerdown", "keydown"] as const)
    window.addEventListener(event, handleUse, { capture: true, passive: true });
  setInterval(() => void renewTokenIfDue(), checkIntervalMs);
}

async function renewTokenIfDue(): Promise<void> {
  const token = readToken();
  if (token !== observedToken.token) observedToken = { token, at: performance.now() };
  const times = token === null ? undefined : tokenLifetime(token);
  if (!hasUserActivity || !times) return;
  const age = Math.max(Date.now() - times.issuedAt, performance.now() - observedToken.at);
  if (age < (times.expiresAt - times.issuedAt) / 2) return;
  hasUserActivity = false;
  try {
    const { data } = await callEndpoint<{ data: { token: string } }>(endpointPaths.renew);
    // Another window may have been faster, or signed out.
    if (readToken() === token) storeToken(data.token);
  } catch {
    // The token is good for hours yet, and whoever goes on working is asked for again.
  }
}
