import { demoAccounts as demoAccountList, login, logout, me, renewToken } from "../../../shared/endpoints/auth.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { users } from "../../../shared/resources/users.ts";
import { isCurrentHash, verifyPassword } from "../../access/passwords.ts";
import { ConcurrencyLimit, RateLimiter } from "../../access/rate-limiter.ts";
import { tokenHours } from "../../access/tokens.ts";
import { isUnexpired } from "../../clock.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { unauthorized } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** The limits per IP address allow for a whole society behind one address. */
const maxFailedSignInsPerAddress = 200;
const maxConcurrentSignInsPerAddress = 300;
const sessionDurationMs = tokenHours * 3_600_000;

export const feature: Feature = { initialize: (services) => ({ endpointHandlers: createAuthHandlers(services) }) };

/** Sign-in, sign-out and session renewal. */
function createAuthHandlers({
  connection,
  permissionCache,
  tokens,
  referenceCache,
  secretStore,
  changeStream,
  demoAccounts,
}: FeatureServices): EndpointHandler[] {
  const accountLimiter = new RateLimiter({
    connection,
    name: "sign-in-account",
    maxAttempts: 10,
    windowMinutes: 15,
  });
  // Slows down attempts to sign in to many accounts with a few passwords.
  const addressLimiter = new RateLimiter({
    connection,
    name: "sign-in-address",
    maxAttempts: maxFailedSignInsPerAddress,
    windowMinutes: 15,
  });
  const concurrencyLimit = new ConcurrencyLimit(maxConcurrentSignInsPerAddress);
  return [
    defineEndpointHandler(login, async ({ ctx, body, ipAddress, userAgent }) => {
      const accountKey = `${body.username.toLowerCase()} ${ipAddress}`;
      await Promise.all([accountLimiter.assertAllowed(accountKey), addressLimiter.assertAllowed(ipAddress)]);
      await changeStream.waitForCommit(permissionCache.sourceResourceNames);
      const user = findUserByUsername(referenceCache, body.username);
      const credentials = { UserID: user?.UserID, password: body.password };
      const passwordHash = await concurrencyLimit.run(ipAddress, () => verifyPassword(secretStore, credentials));
      // Concurrent attempts may have used up the limit during the verification.
      await accountLimiter.assertAllowed(accountKey);
      const identity = passwordHash && user ? permissionCache.identifyUser(user.UserID) : undefined;
      if (!passwordHash || !user || !identity) {
        await accountLimiter.consume(accountKey);
        await addressLimiter.consume(ipAddress);
        throw unauthorized(createMessage("login-failed"));
      }
      await accountLimiter.reset(accountKey);
      const userContext = ctx.asUrgent().withActor({ UserID: user.UserID, name: user.FullName });
      const session = await userContext.transaction(async (tx) => {
        if (!(await isCurrentHash(tx, { UserID: user.UserID, passwordHash })))
          throw unauthorized(createMessage("login-failed"));
        await removeExpiredSessions(tx, user.UserID);
        return tx.insert(sessions, {
          UserID: user.UserID,
          CreatedAt: tx.now.toISOString(),
          ExpiresAt: computeSessionExpiry(tx.now),
          Agent: userAgent.slice(0, 200),
        });
      });
      // Waits until this server knows the session, so that the token is valid at once.
      await changeStream.waitForCommit(permissionCache.sourceResourceNames);
      return {
        success: true,
        ...createMessage("login-successful"),
        token: tokens.issueForSession(session),
        user: identity.session.user,
      };
    }),
    defineEndpointHandler(logout, async ({ ctx, sessionId }) => {
      await ctx.asUrgent().transaction(async (tx) => tx.remove(sessions, await tx.get(sessions, sessionId)));
      return { success: true, ...createMessage("signed-out"), data: null };
    }),
    defineEndpointHandler(me, async ({ sessionId }) => ({
      success: true,
      message: "",
      data: permissionCache.identify(sessionId)?.session,
    })),
    defineEndpointHandler(renewToken, async ({ ctx, sessionId }) => {
      const session = await ctx.asUrgent().transaction(async (tx) => {
        const current = await tx.get(sessions, sessionId);
        const remainingMs = Date.parse(current.ExpiresAt) - tx.now.getTime();
        return remainingMs > sessionDurationMs / 2
          ? current
          : tx.update(sessions, current, { ExpiresAt: computeSessionExpiry(tx.now) });
      });
      await changeStream.waitForCommit(permissionCache.sourceResourceNames);
      return { success: true, message: "", data: { token: tokens.issueForSession(session) } };
    }),
    defineEndpointHandler(demoAccountList, async () => ({ success: true, message: "", data: demoAccounts })),
  ];
}

function computeSessionExpiry(now: Date): string {
  return new Date(now.getTime() + sessionDurationMs).toISOString();
}

async function removeExpiredSessions(tx: Transaction, UserID: number): Promise<void> {
  for (const session of await tx.find(sessions, { UserID }))
    if (!isUnexpired(session.ExpiresAt, { now: tx.now, lifetimeMs: sessionDurationMs })) tx.remove(sessions, session);
}

function findUserByUsername(referenceCache: ReferenceCache, username: string): RowOf<typeof users> | undefined {
  const lowerCaseUsername = username.toLowerCase();
  for (const user of referenceCache.all(users)) if (user.Username.toLowerCase() === lowerCaseUsername) return user;
  return undefined;
}
