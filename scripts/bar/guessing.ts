import { adminPassword } from "../bench/prepare.ts";
import { quantile } from "../bench/works.ts";
import type { Finding } from "./line.ts";
import { atPortal, type Place } from "./place.ts";
import { colleagues } from "./society.ts";
import { type Answered, Visitor } from "./visitor.ts";

const mostApartMs = 10;
const tries = 10;

/** Guessing from behind a proxy, and whether an account can be told from none by its answers or their time. */
export function measureGuessing(place: Place): Promise<Finding> {
  const settings = { TRUSTED_PROXIES: "loopback" };
  return atPortal(place, settings, async (portal) => {
    const guest = new Visitor(portal.url);
    await colleagues(await Visitor.admin(portal.url), { url: portal.url, count: 1 });
    let stranger = 0;
    const from = (address = `203.0.113.${++stranger}`) => ({ "x-forwarded-for": address });
    const login = (username: string, headers = from(), password = "not the one") =>
      guest.call({ method: "POST", path: "/api/auth/login", body: { username, password }, headers });
    const reset = (email: string) =>
      guest.call({ method: "POST", path: "/api/reset-password", body: { email }, headers: from() });

    const here = from("198.51.100.7");
    const guesses: Answered[] = [];
    for (let count = 0; count <= tries; count++) guesses.push(await login("admin", here));
    const last = guesses.at(-1);
    const braked = guesses.filter(({ status }) => status === 429).length;
    const owner = await login("admin", from(), adminPassword);

    const repeats = place.short ? 10 : 40;
    const signIn = await compare(repeats, { known: () => login("admin"), unknown: () => login("nobody-here") });
    const letter = await compare(repeats, {
      known: () => reset("colleague1@staff.example.org"),
      unknown: () => reset("nobody-here@example.org"),
    });
    const alike = [signIn, letter].every(({ same, apart }) => same && apart <= mostApartMs);
    return {
      figure: `try ${guesses.length} of one address: ${last?.status}, Retry-After ${last?.headers["retry-after"]} s; the owner from elsewhere: ${owner.status}; known and unknown ${signIn.apart.toFixed(1)} ms apart at signing in, ${letter.apart.toFixed(1)} ms at a reset`,
      holds:
        braked === 1 &&
        last?.status === 429 &&
        Number(last.headers["retry-after"]) > 0 &&
        owner.status === 200 &&
        alike,
    };
  });
}

type Try = () => Promise<Answered>;

/** The same answers? And how far apart in the middle, in milliseconds. */
async function compare(repeats: number, { known, unknown }: { known: Try; unknown: Try }) {
  const ofKnown: Answered[] = [];
  const ofUnknown: Answered[] = [];
  for (let count = 0; count < repeats; count++) {
    ofKnown.push(await known());
    ofUnknown.push(await unknown());
  }
  const middle = (answers: readonly Answered[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.5,
    );
  const said = new Set([...ofKnown, ...ofUnknown].map(({ status, text }) => `${status} ${text}`));
  return { same: said.size === 1, apart: Math.abs(middle(ofKnown) - middle(ofUnknown)) };
}
