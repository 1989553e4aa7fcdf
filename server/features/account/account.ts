import {
  changeName,
  changePassword,
  confirmReset,
  endAllSessions,
  mySessions,
  resetPassword,
  signup,
} from "../../../shared/endpoints/auth.ts";
import { createMessage, createSavedMessage } from "../../../shared/messages.ts";
import { role } from "../../../shared/resources/role.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { users } from "../../../shared/resources/users.ts";
import { signupRoleName } from "../../access/default-roles.ts";
import { assertValidLink, consumeLink, invalidLink } from "../../access/password-links.ts";
import {
  endSessions,
  hashPassword,
  isCurrentHash,
  replacePassword,
  storePassword,
  verifyPassword,
} from "../../access/passwords.ts";
import { RateLimiter } from "../../access/rate-limiter.ts";
import { conflict, invalidField } from "../../errors.ts";
import { type Call, type CallInput, defineCall } from "../../http/call.ts";
import { passwordMailHandler, queuePasswordLink } from "../../services/password-mail.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = {
  connect: (services) => {
    const mailHandler = passwordMailHandler(services);
    return { calls: accountCalls(services), mailHandlers: { reset: mailHandler, invitation: mailHandler } };
  },
};

/** Self-service: sign up, password, name, sessions. */
function accountCalls({ connection, referenceCache, secretStore, changeStream, log, now }: FeatureServices): Call[] {
  const resets = new RateLimiter({ connection, name: "password-reset", maxAttempts: 10, windowMinutes: 15 });
  const passwordFailures = new RateLimiter({ connection, name: "password-change", maxAttempts: 10, windowMinutes: 15 });
  /** Enough for many residents behind one address; too few to find out who has an account, or to fill the database. */
  const signups = new RateLimiter({ connection, name: "signup", maxAttempts: 60, windowMinutes: 15 });
  return [
    defineCall(signup, async ({ ctx, body, ipAddress: from }) => {
      await signups.consume(from);
      const passwordHash = await hashPassword(body.password);
      await ctx.transaction(async (tx) => {
        const held = await tx.findFirst(role, { RoleName: signupRoleName, Scope: "own" });
        if (!held) throw conflict(createMessage("signup-closed"));
        // Two who sign up at the same moment come one after the other, so that the second finds the first.
        await tx.lockReferences(role, [held.RoleID], "RoleID");
        const [known] = await tx.find(users, { Email: body.email }, { limit: 1, ignoreCase: true });
        if (known) throw conflict(createMessage("already-exists", { label: users.label, value: body.email }));
        const { UserID } = await tx.insert(users, {
          Username: body.username,
          FullName: body.fullName,
          Email: body.email,
          Phone: "",
          RoleID: held.RoleID,
          PlotIDs: [],
          IsActive: true,
          IsFirstSignIn: false,
        });
        storePassword(tx, { UserID, passwordHash });
      });
      return { success: true, ...createMessage("signed-up"), data: null };
    }),
    defineCall(resetPassword, async ({ ctx, body, ipAddress: from }) => {
      const account = `${body.email.toLowerCase()} ${from}`;
      await resets.consume(account);
      // Not waited for: the time of the answer must not tell whether anybody has the address.
      sendLinks(ctx.withoutIdempotency(), body.email).catch((err: unknown) =>
        log.error({ err }, "a reset link was not sent"),
      );
      return { success: true, ...createMessage("reset-sent"), data: null };
    }),
    defineCall(confirmReset, async ({ ctx, body: { token, password } }) => {
      await assertValidLink(secretStore, { token, now: now() });
      const passwordHash = await hashPassword(password);
      await ctx.urgent().transaction(async (tx) => {
        const UserID = await consumeLink(tx, token);
        const user = await tx.findFirst(users, { UserID });
        if (!user?.IsActive) throw invalidLink();
        await replacePassword(tx, { UserID, passwordHash });
      });
      return { success: true, ...createMessage("password-changed"), data: null };
    }),
    defineCall(changeName, async ({ ctx, body }) => {
      await ctx.transaction(async (tx) => {
        const user = await tx.get(users, ctx.viewer.UserID);
        tx.update(users, user, { FullName: body.fullName });
      });
      return { success: true, ...createSavedMessage("updated", users.label), data: null };
    }),
    defineCall(changePassword, async ({ ctx, body, sessionId, ipAddress: from }) => {
      const { UserID } = ctx.viewer;
      const account = `${UserID} ${from}`;
      await passwordFailures.assertAllowed(account);
      const current = await verifyPassword(secretStore, { UserID, password: body.currentPassword });
      await passwordFailures.assertAllowed(account);
      if (!current) {
        await passwordFailures.consume(account);
        throw wrongCurrentPassword();
      }
      await passwordFailures.reset(account);
      const passwordHash = await hashPassword(body.newPassword);
      await ctx.urgent().transaction(async (tx) => {
        // Somebody may have replaced it meanwhile, to shut out whoever knows the old one.
        if (!(await isCurrentHash(tx, { UserID, passwordHash: current }))) throw wrongCurrentPassword();
        await replacePassword(tx, { UserID, passwordHash, exceptSessionId: sessionId });
      });
      return { success: true, ...createMessage("password-changed"), data: null };
    }),
    defineCall(mySessions, async ({ ctx, sessionId }) => {
      await changeStream.waitForCommit([sessions.name]);
      const own = [...referenceCache.all(sessions)].filter(({ UserID }) => UserID === ctx.viewer.UserID);
      const data = own.map(({ SessionID, CreatedAt, ExpiresAt, Agent }) => {
        return { SessionID, CreatedAt, ExpiresAt, Agent, IsThis: SessionID === sessionId };
      });
      return { success: true, message: "", data };
    }),
    defineCall(endAllSessions, async ({ ctx }) => {
      await ctx.urgent().transaction((tx) => endSessions(tx, ctx.viewer));
      return { success: true, ...createMessage("signed-out-everywhere"), data: null };
    }),
  ];

  /** One letter for each active account with the address, as one of a family may have several. */
  async function sendLinks(ctx: CallInput["ctx"], email: string): Promise<void> {
    await changeStream.waitForCommit([users.name]);
    const sought = email.toLowerCase();
    for (const user of referenceCache.all(users)) {
      if (!user.IsActive || user.Email.toLowerCase() !== sought) continue;
      await ctx.transaction((tx) => queuePasswordLink(tx, { user, kind: "reset" }));
    }
  }
}

function wrongCurrentPassword() {
  return invalidField("currentPassword", createMessage("wrong-password"));
}
