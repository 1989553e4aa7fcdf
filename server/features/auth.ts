import { login, logout, me, renew, welcome } from "../../shared/endpoints/auth.ts";
import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { PortalAccess } from "../ground/access.ts";
import { Brake } from "../ground/brake.ts";
import { Crowd } from "../ground/crowd.ts";
import { checkPassword, isCurrent } from "../ground/passwords.ts";
import { isAhead, type Tokens, tokenHours } from "../ground/tokens.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { unauthorized } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import type { Vault } from "../kernel/vault.ts";

interface AuthParts {
  access: PortalAccess;
  tokens: Tokens;
  mirror: Mirror;
  vault: Vault;
  feed: Feed;
  now: () => Date;
  /** What the sign-in page shows. */
  society: { name: string; kind: string; accounts: readonly { role: string; username: string; password: string }[] };
}

/** Of one address: more than a whole society behind one line forgets its passwords, or signs in at once on the day of its dues. */
const triesOfAddress = 200;
const atOnceOfAddress = 300;
const sessionMs = tokenHours * 3_600_000;

/** Signing in and out. */
export function authCalls({ access, tokens, mirror, vault, feed, now, society }: AuthParts): Call[] {
  const brake = new Brake({ tries: 10, minutes: 15, now });
  /** Who goes through all accounts with a few passwords is slowed down as well. */
  const addresses = new Brake({ tries: triesOfAddress, minutes: 15, now });
  const crowd = new Crowd(atOnceOfAddress);
  return [
    defineCall(login, async ({ ctx, body, address, agent }) => {
      const account = `${body.username.toLowerCase()} ${address}`;
      brake.refuse(account);
      addresses.refuse(address);
      await feed.seen(access.resources);
      const user = userNamed(mirror, body.username);
      const tried = { UserID: user?.UserID, password: body.password };
      const hashed = await crowd.admit(address, () => checkPassword(vault, tried));
      // Tries that came at once have waited for each other meanwhile.
      brake.refuse(account);
      const identity = hashed && user ? access.identityOf(user.UserID) : undefined;
      if (!hashed || !user || !identity) {
        brake.count(account);
        addresses.count(address);
        throw unauthorized(messages.loginFailed);
      }
      brake.release(account);
      const whose = ctx.urgent().as({ UserID: user.UserID, name: user.FullName });
      const row = await whose.transaction(async (tx) => {
        if (!(await isCurrent(tx, { UserID: user.UserID, hashed }))) throw unauthorized(messages.loginFailed);
        await endExpired(tx, user.UserID);
        return tx.insert(sessions, {
          UserID: user.UserID,
          CreatedAt: tx.now.toISOString(),
          ExpiresAt: endFrom(tx.now),
          Agent: agent.slice(0, 200),
        });
      });
      // The token is good for whatever comes next, a socket too.
      await feed.seen(access.resources);
      return {
        success: true,
        message: "Login successful!",
        token: tokens.forSession(row),
        user: identity.session.user,
      };
    }),
    defineCall(logout, async ({ ctx, sessionId }) => {
      await ctx.urgent().transaction(async (tx) => tx.remove(sessions, await tx.get(sessions, sessionId)));
      return { success: true, message: "Signed out", data: null };
    }),
    defineCall(me, async ({ sessionId }) => ({
      success: true,
      message: "",
      data: access.identify(sessionId)?.session,
    })),
    defineCall(renew, async ({ ctx, sessionId }) => {
      const row = await ctx.urgent().transaction(async (tx) => {
        const session = await tx.get(sessions, sessionId);
        const left = Date.parse(session.ExpiresAt) - tx.now.getTime();
        return left > sessionMs / 2 ? session : tx.update(sessions, session, { ExpiresAt: endFrom(tx.now) });
      });
      await feed.seen(access.resources);
      return { success: true, message: "", data: { token: tokens.forSession(row) } };
    }),
    defineCall(welcome, async () => ({ success: true, message: "", data: society })),
  ];
}

function endFrom(moment: Date): string {
  return new Date(moment.getTime() + sessionMs).toISOString();
}

/** Sessions that have run out are of no use to anybody and go with the next sign-in, and so do those whose tokens were made by a clock ahead. */
async function endExpired(tx: Transaction, UserID: number): Promise<void> {
  for (const session of await tx.find(sessions, { UserID })) {
    const end = Date.parse(session.ExpiresAt);
    if (end <= tx.now.getTime() || isAhead(end, tx.now)) tx.remove(sessions, session);
  }
}

function userNamed(mirror: Mirror, username: string): RowOf<typeof users> | undefined {
  const sought = username.toLowerCase();
  for (const user of mirror.all(users)) if (user.Username.toLowerCase() === sought) return user;
  return undefined;
}
