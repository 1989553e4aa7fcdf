import { demoAccounts as demoAccountList, login, logout, me, renewToken } from "../../../shared/endpoints/auth.ts";
import { createMessage } from "../../../shared/messages.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { type User, users } from "../../../shared/resources/users.ts";
import { isCurrentHash, verifyPassword } from "../../access/passwords.ts";
import {
  computeSessionExpiry,
  removeExpiredSessions,
  SessionLimit,
  sessionDurationMs,
  startSession,
} from "../../access/sessions.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { unauthorized } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";
import { SignInLimits } from "./sign-in-limits.ts";

export const feature: Feature = {
  initialize: (services) => ({ endpointHandlers: createAuthHandlers(services) }),
  jobs: [
    {
      name: "expired-sessions",
      run: async ({ ctx, signal }) => {
        while (!signal.aborted && (await ctx.transaction(removeExpiredSessions)));
      },
    },
  ],
};

/** Sign-in, sign-out and session renewal. */
function createAuthHandlers({
  connection,
  permissionCache,
  tokens,
  referenceCache,
  secretStore,
  changeStream,
  demoAccounts,
  secondFactor,
  log,
}: FeatureServices): EndpointHandler[] {
  const signInLimits = new SignInLimits({ connection });
  const sessionLimit = new SessionLimit();
  return [
    defineEndpointHandler(login, async ({ ctx, body, ipAddress, userAgent, deviceToken }) => {
      await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
      const user = findUserByUsername(referenceCache, body.username);
      const device = tokens.readDevice(deviceToken);
      const deviceKey = user && device?.userIds.includes(user.UserID) ? `${device.deviceId} ${user.UserID}` : undefined;
      const attempt = { username: body.username, ipAddress, deviceKey };
      await signInLimits.assertAllowed(attempt);
      const passwordHash = await verifyPassword(secretStore, {
        UserID: user?.UserID,
        password: body.password,
        // A known device does not wait for other clients at its address. The devices of an account share their turns.
        requester: { client: deviceKey ? `user ${user?.UserID}` : ipAddress, account: body.username.toLowerCase() },
        assertAllowed: () => signInLimits.consume(attempt),
      });
      const identity = passwordHash && user ? permissionCache.identifyUser(user.UserID) : undefined;
      if (!passwordHash || !user || !identity) {
        await signInLimits.countFailureOfAddress(attempt);
        throw unauthorized(createMessage("login-failed"));
      }
      const { UserID } = user;
      if (body.totp !== undefined) await secondFactor.attemptLimiter.consume(String(UserID));
      const userContext = ctx.allowingLowDisk().withActor({ UserID, name: user.FullName });
      const session = await userContext.transaction(async (tx) => {
        const current = await tx.findFirst(users, { UserID });
        // The user may have been changed during the verification of the password.
        if (!current?.IsActive || !(await isCurrentHash(tx, { UserID, passwordHash })))
          throw unauthorized(createMessage("login-failed"));
        const hasTotp = current.HasTotp;
        if (hasTotp && body.totp === undefined) throw unauthorized(createMessage("totp-required"));
        if (hasTotp && !(await secondFactor.consumeCode(tx, { UserID, code: body.totp ?? "" })))
          throw unauthorized(createMessage("totp-wrong"));
        return startSession(tx, { UserID, Agent: userAgent.slice(0, 200), hasEnteredTotp: hasTotp });
      });
      // Only after the second factor, so that somebody who knows only the password gets no further attempts.
      await signInLimits.reset(attempt);
      if (body.totp !== undefined) await secondFactor.attemptLimiter.reset(String(UserID));
      // Not awaited, because a sign-in need not wait until other sessions have ended.
      sessionLimit
        .enforce(userContext, user.UserID)
        .catch((err: unknown) => log.error({ err }, "ending excess sessions failed"));
      // Waits until this server knows the session, so that the token is valid at once.
      await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
      return {
        ...createMessage("login-successful"),
        token: tokens.issueForSession(session),
        user: identity.session.user,
        deviceToken: tokens.issueForDevice(user.UserID, device),
      };
    }),
    defineEndpointHandler(logout, async ({ ctx, sessionId }) => {
      await ctx.allowingLowDisk().transaction(async (tx) => tx.remove(sessions, await tx.get(sessions, sessionId)));
      return { ...createMessage("signed-out"), data: null };
    }),
    defineEndpointHandler(me, async ({ sessionId }) => ({ data: permissionCache.identify(sessionId)?.session })),
    defineEndpointHandler(renewToken, async ({ ctx, sessionId }) => {
      const session = await ctx.allowingLowDisk().transaction(async (tx) => {
        const current = await tx.get(sessions, sessionId);
        const remainingMs = Date.parse(current.ExpiresAt) - tx.now.getTime();
        return remainingMs > sessionDurationMs / 2
          ? current
          : tx.update(sessions, current, { ExpiresAt: computeSessionExpiry(tx.now) });
      });
      await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
      return { data: { token: tokens.issueForSession(session) } };
    }),
    defineEndpointHandler(demoAccountList, async () => ({ data: demoAccounts })),
  ];
}

function findUserByUsername(referenceCache: ReferenceCache, username: string): User | undefined {
  const lowerCaseUsername = username.toLowerCase();
  for (const user of referenceCache.all(users)) if (user.Username.toLowerCase() === lowerCaseUsername) return user;
  return undefined;
}
