import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { onConnection } from "../on-mongo.ts";
import type { Finding } from "./line.ts";
import { ms, noticed, whileOthersRead } from "./others.ts";
import { atPortal, type Place } from "./place.ts";
import { Visitor } from "./visitor.ts";

const atOnce = 100;
const longestMs = 500;
const body = { username: "admin", password: adminPassword };

/** A hundred sign-ins at once, and what somebody who reads meanwhile notices; and how the kept password is hashed. */
export function measureSignIns(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const reader = await Visitor.admin(portal.url);
    const guest = new Visitor(portal.url);
    let signedIn = 0;
    const begun = performance.now();
    const others = await whileOthersRead(reader, async () => {
      const login = () => guest.call({ method: "POST", path: "/api/auth/login", body });
      const answers = await Promise.all(Array.from({ length: atOnce }, login));
      signedIn = answers.filter(({ status }) => status === 200).length;
    });
    const all = performance.now() - begun;
    const hash = await keptHash(portal.database);
    const holds = others.p95 <= longestMs && others.failed === 0 && signedIn === atOnce && isStrong(hash);
    const parts = hash.split("$").slice(1, 4).join(" ");
    return { figure: `${signedIn} signed in within ${ms(all)}; ${noticed(others)}; ${parts}`, holds };
  });
}

function keptHash(database: string): Promise<string> {
  return onConnection(database, async (connection) => {
    const kept = await connection.collection("vault").findOne({ value: /^\$argon2/ });
    return z.object({ value: z.string() }).parse(kept).value;
  });
}

function isStrong(hash: string): boolean {
  const [, kind, , cost = ""] = hash.split("$");
  const given = new Map(cost.split(",").map((part): [string, number] => [part.slice(0, 1), Number(part.slice(2))]));
  return kind === "argon2id" && (given.get("m") ?? 0) >= 19 * 1024 && (given.get("t") ?? 0) >= 2;
}
