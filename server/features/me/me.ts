import {
  changeName,
  changePassword,
  confirmPasswordReset,
  endAllSessions,
  mySessions,
  requestPasswordReset,
  signup,
  verifyEmail,
} from "../../../shared/endpoints/auth.ts";
import { createMessage } from "../../../shared/messages.ts";
import { role } from "../../../shared/resources/role.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { society } from "../../../shared/resources/society.ts";
import { users } from "../../../shared/resources/users.ts";
import { signupRoleName } from "../../access/default-roles.ts";
import { recordIdOf } from "../../access/link-secrets.ts";
import { hashPassword, isCurrentHash, replacePassword, storePassword, verifyPassword } from "../../access/passwords.ts";
import { RateLimiter } from "../../access/rate-limiter.ts";
import { endSessions, isSessionUnexpired } from "../../access/sessions.ts";
import { assertValidPasswordLink, consumeLink, createInvalidLinkError } from "../../access/user-links.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler, type EndpointRequest } from "../../http/endpoint-handler.ts";
import { createUserMailHandler, queueUserLinkMail } from "../../services/user-mail.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = {
  initialize: (services) => {
    const mailHandler = createUserMailHandler(services);
    return {
      endpointHandlers: createAccountHandlers(services),
      liveQueries: [
        {
          name: "own-sessions",
          // Not only sessions of the viewer, because users with the same rows share a subscriber group.
          isAffectedBy: (changes) => changes.some(({ resource }) => resource === sessions.name),
          canSubscribe: () => true,
          send: async (_viewer, emit) => emit("resync", { resources: ["own-sessions"] }),
        },
      ],
      mailHandlers: { reset: mailHandler, invitation: mailHandler, verification: mailHandler },
    };
  },
};

/** Calls for a user's own account: sign-up, password, name and sessions. */
function createAccountHandlers({
  connection,
  store,
  referenceCache,
  secretStore,
  permissionCache,
  changeStream,
  readSociety,
  log,
  now,
}: FeatureServices): EndpointHandler[] {
  const resetLimiter = new RateLimiter({ connection, name: "password-reset", maxAttempts: 10, windowMinutes: 15 });
  const passwordLimiter = new RateLimiter({
    connection,
    name: "password-change",
    maxAttempts: 10,
    windowMinutes: 15,
  });
  // High enough for many residents behind one IP address, and low enough that nobody can find out by trial which
  // accounts exist, or fill the database.
  const signupLimiter = new RateLimiter({ connection, name: "signup", maxAttempts: 60, windowMinutes: 15 });
  // A low limit, because anybody can make the portal send these mails to a stranger.
  const verificationLimiter = new RateLimiter({
    connection,
    name: "verification-mail",
    maxAttempts: 2,
    windowMinutes: 24 * 60,
  });
  return [
    defineEndpointHandler(signup, async ({ ctx, body, ipAddress }) => {
      await signupLimiter.consume(ipAddress);
      await changeStream.waitForOwnCommits([society.name]);
      if (!readSociety().IsSignUpOpen) throw conflict(createMessage("signup-closed"));
      const passwordHash = await hashPassword(body.password, { client: ipAddress, account: "sign-up" });
      await ctx.transaction(async (tx) => {
        const signupRole = await tx.findFirst(role, { RoleName: signupRoleName, Scope: "own" });
        if (!signupRole) throw conflict(createMessage("signup-closed"));
        // Serializes concurrent sign-ups, so that the later one finds the account of the earlier one.
        await tx.lockRows(role, [signupRole.RoleID], "RoleID");
        const [existing] = await tx.find(users, { Email: body.email }, { limit: 1, ignoreCase: true });
        if (existing) throw conflict(createMessage("already-exists", { label: users.label, value: body.email }));
        const user = await tx.insert(users, {
          Username: body.username,
          FullName: body.fullName,
          Email: body.email,
          Phone: "",
          RoleID: signupRole.RoleID,
          PlotIDs: [],
          IsActive: true,
          IsFirstSignIn: false,
          IsEmailVerified: false,
          HasTotp: false,
          PasswordChangedAt: null,
        });
        storePassword(tx, { UserID: user.UserID, passwordHash });
        await queueUserLinkMail(tx, { user, kind: "verification" });
      });
      return { ...createMessage("signed-up"), data: null };
    }),
    defineEndpointHandler(requestPasswordReset, async ({ ctx, body, ipAddress }) => {
      const limiterKey = `${body.email.toLowerCase()} ${ipAddress}`;
      await resetLimiter.consume(limiterKey);
      // Not awaited, because the response time must not reveal whether an account has the address.
      queueResetLinks(ctx.detached(), body.email).catch((err: unknown) =>
        log.error({ err }, "queuing a password reset mail failed"),
      );
      return { ...createMessage("reset-sent"), data: null };
    }),
    defineEndpointHandler(confirmPasswordReset, async ({ ctx, body: { token, password }, ipAddress }) => {
      await assertValidPasswordLink(secretStore, { token, now: now() });
      const passwordHash = await hashPassword(password, { client: ipAddress, account: `reset ${recordIdOf(token)}` });
      const owner = await store.get(users, recordIdOf(token));
      if (!owner) throw createInvalidLinkError();
      const { UserID, FullName: name } = owner;
      const ownerContext = ctx.allowingLowDisk().withActor({ UserID, name });
      await ownerContext.transaction(async (tx) => {
        await consumeLink(tx, { token, kind: "reset" });
        const user = await tx.findFirst(users, { UserID });
        if (!user?.IsActive) throw createInvalidLinkError();
        await replacePassword(tx, { UserID, passwordHash });
      });
      return { ...createMessage("password-changed"), data: null };
    }),
    defineEndpointHandler(verifyEmail, async ({ ctx, body: { token } }) => {
      await ctx.transaction(async (tx) => {
        const UserID = await consumeLink(tx, { token, kind: "verification" });
        const user = await tx.findFirst(users, { UserID });
        if (!user?.IsActive) throw createInvalidLinkError();
        tx.update(users, user, { IsEmailVerified: true });
      });
      return { ...createMessage("email-verified"), data: null };
    }),
    defineEndpointHandler(changeName, async ({ ctx, body }) => {
      await ctx.transaction(async (tx) => {
        const user = await tx.get(users, ctx.viewer.UserID);
        tx.update(users, user, { FullName: body.fullName });
      });
      await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
      const identity = permissionCache.identifyUser(ctx.viewer.UserID);
      return { ...createMessage("name-changed"), data: identity?.session.user };
    }),
    defineEndpointHandler(changePassword, async ({ ctx, body, sessionId, ipAddress }) => {
      const { UserID } = ctx.viewer;
      const limiterKey = `${UserID} ${ipAddress}`;
      const requester = { client: ipAddress, account: `change ${UserID}` };
      const currentHash = await verifyPassword(secretStore, {
        ...{ UserID, password: body.currentPassword, requester },
        // Attempts with the right password count too, because one account could otherwise fill the queue.
        assertAllowed: () => passwordLimiter.consume(limiterKey),
      });
      if (!currentHash) throw createWrongPasswordError();
      const passwordHash = await hashPassword(body.newPassword, requester);
      await ctx.allowingLowDisk().transaction(async (tx) => {
        // The password may have been replaced since the check above.
        if (!(await isCurrentHash(tx, { UserID, passwordHash: currentHash }))) throw createWrongPasswordError();
        await replacePassword(tx, { UserID, passwordHash, exceptSessionId: sessionId });
      });
      return { ...createMessage("password-changed"), data: null };
    }),
    defineEndpointHandler(mySessions, async ({ ctx, sessionId }) => {
      await changeStream.waitForOwnCommits([sessions.name]);
      const ownSessions = [...referenceCache.all(sessions)].filter(
        (session) => session.UserID === ctx.viewer.UserID && isSessionUnexpired(session, now()),
      );
      const data = ownSessions.map(({ SessionID, CreatedAt, ExpiresAt, Agent, TotpAt }) => {
        return { SessionID, CreatedAt, ExpiresAt, Agent, TotpAt, IsThis: SessionID === sessionId };
      });
      return { data };
    }),
    defineEndpointHandler(endAllSessions, async ({ ctx }) => {
      await ctx.allowingLowDisk().transaction((tx) => endSessions(tx, ctx.viewer));
      return { ...createMessage("signed-out-everywhere"), data: null };
    }),
  ];

  /**
   * Queues a reset link for each active account with the address, which several accounts of a family can share. If the
   * address is not verified, queues a verification link instead, at most two a day.
   */
  async function queueResetLinks(ctx: EndpointRequest["ctx"], email: string): Promise<void> {
    await changeStream.waitForOwnCommits([users.name]);
    const lowerCaseEmail = email.toLowerCase();
    for (const user of referenceCache.all(users)) {
      if (!user.IsActive || user.Email.toLowerCase() !== lowerCaseEmail) continue;
      if (user.IsEmailVerified) await ctx.transaction((tx) => queueUserLinkMail(tx, { user, kind: "reset" }));
      else if (await verificationLimiter.tryConsume(String(user.UserID)))
        await ctx.transaction((tx) => queueUserLinkMail(tx, { user, kind: "verification" }));
    }
  }
}

function createWrongPasswordError() {
  return invalidField("currentPassword", createMessage("wrong-password"));
}
