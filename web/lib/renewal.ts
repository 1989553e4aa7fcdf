import { calls } from "../../shared/calls.ts";
import { call } from "./request.ts";
import { keepToken, readToken, timesOf } from "./token.ts";

const lookEveryMs = 60_000;
let used = false;
/** The token in use, and since when by a clock that nobody sets: the device's own may be hours behind the server's. */
let seen: { token: string | null; at: number } = { token: null, at: 0 };

/** Has the session go on while somebody works in this window: where half of the token's time has passed it is changed for a fresh one. */
export function startRenewal(): void {
  const handleUse = () => {
    used = true;
  };
  for (const event of ["pointerdown", "keydown"] as const)
    window.addEventListener(event, handleUse, { capture: true, passive: true });
  setInterval(() => void renewSession(), lookEveryMs);
}

async function renewSession(): Promise<void> {
  const token = readToken();
  if (token !== seen.token) seen = { token, at: performance.now() };
  const times = token === null ? undefined : timesOf(token);
  if (!used || !times) return;
  const age = Math.max(Date.now() - times.begins, performance.now() - seen.at);
  if (age < (times.ends - times.begins) / 2) return;
  used = false;
  try {
    const { data } = await call<{ data: { token: string } }>(calls.renew);
    // Another window may have been faster, or signed out.
    if (readToken() === token) keepToken(data.token);
  } catch {
    // The token is good for hours yet, and whoever goes on working is asked for again.
  }
}
