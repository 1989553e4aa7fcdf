import { adminPassword } from "../bench/prepare.ts";
import { quantile } from "../bench/workloads.ts";
import { ApiClient, type ApiResponse } from "./api-client.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues } from "./sample-society.ts";

const maxTimingDifferenceMs = 10;
const maxAttempts = 10;

/** Guessing from behind a proxy, and whether an account can be told from none by its answers or their time. */
export function measurePasswordGuessing(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { TRUSTED_PROXIES: "loopback" };
  return withPortal(place, settings, async (portal) => {
    const guest = new ApiClient(portal.url);
    await createColleagues(await ApiClient.signInAsAdmin(portal.url), { url: portal.url, count: 1 });
    let stranger = 0;
    const from = (address = `203.0.113.${++stranger}`) => ({ "x-forwarded-for": address });
    const login = (username: string, headers = from(), password = "not the one") =>
      guest.send({ method: "POST", path: "/api/auth/login", body: { username, password }, headers });
    const reset = (email: string) =>
      guest.send({ method: "POST", path: "/api/reset-password", body: { email }, headers: from() });

    const here = from("198.51.100.7");
    const guesses: ApiResponse[] = [];
    for (let count = 0; count <= maxAttempts; count++) guesses.push(await login("admin", here));
    const last = guesses.at(-1);
    const braked = guesses.filter(({ status }) => status === 429).length;
    const owner = await login("admin", from(), adminPassword);

    const repeats = place.short ? 10 : 40;
    const signIn = await compareTiming(repeats, { known: () => login("admin"), unknown: () => login("nobody-here") });
    const letter = await compareTiming(repeats, {
      known: () => reset("colleague1@staff.example.org"),
      unknown: () => reset("nobody-here@example.org"),
    });
    const alike = [signIn, letter].every(
      ({ isSameAnswer, differenceMs }) => isSameAnswer && differenceMs <= maxTimingDifferenceMs,
    );
    return {
      summary: `try ${guesses.length} of one address: ${last?.status}, Retry-After ${last?.headers["retry-after"]} s; the owner from elsewhere: ${owner.status}; known and unknown ${signIn.differenceMs.toFixed(1)} ms apart at signing in, ${letter.differenceMs.toFixed(1)} ms at a reset`,
      passed:
        braked === 1 &&
        last?.status === 429 &&
        Number(last.headers["retry-after"]) > 0 &&
        owner.status === 200 &&
        alike,
    };
  });
}

type Attempt = () => Promise<ApiResponse>;

/** The same answers? And how far apart in the middle, in milliseconds. */
async function compareTiming(repeats: number, { known, unknown }: { known: Attempt; unknown: Attempt }) {
  const ofKnown: ApiResponse[] = [];
  const ofUnknown: ApiResponse[] = [];
  for (let count = 0; count < repeats; count++) {
    ofKnown.push(await known());
    ofUnknown.push(await unknown());
  }
  const middle = (answers: readonly ApiResponse[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.5,
    );
  const said = new Set([...ofKnown, ...ofUnknown].map(({ status, text }) => `${status} ${text}`));
  return { isSameAnswer: said.size === 1, differenceMs: Math.abs(middle(ofKnown) - middle(ofUnknown)) };
}
