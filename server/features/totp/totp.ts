import {
  confirmTotp,
  removeTotp,
  resetUserTotp,
  startTotpEnrolment,
  verifyTotp,
} from "../../../shared/endpoints/auth.ts";
import { createMessage } from "../../../shared/messages.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { users } from "../../../shared/resources/users.ts";
import { assertWithinOwnRights } from "../../access/grant-limits.ts";
import { isCurrentHash, verifyPassword } from "../../access/passwords.ts";
import { endSessions } from "../../access/sessions.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = {
  initialize: (services) => ({ endpointHandlers: createTotpHandlers(services) }),
};

/** Turns the second factor on and off, and confirms the identity of a user with it. */
function createTotpHandlers({ secondFactor, secretStore, readSociety, log }: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(startTotpEnrolment, async ({ ctx }) => {
      const data = await ctx.transaction(async (tx) => {
        const { UserID, Username, HasTotp } = await tx.get(users, ctx.viewer.UserID);
        if (HasTotp) throw conflict(createMessage("totp-already-on"));
        return secondFactor.startEnrolment(tx, { UserID, username: Username, societyName: readSociety().Name });
      });
      return { data };
    }),
    defineEndpointHandler(confirmTotp, async ({ ctx, body: { code }, sessionId }) => {
      const { UserID } = ctx.viewer;
      await secondFactor.attemptLimiter.consume(String(UserID));
      const data = await ctx.transaction(async (tx) => {
        const user = await tx.get(users, UserID);
        if (user.HasTotp) throw conflict(createMessage("totp-already-on"));
        const result = await secondFactor.confirmEnrolment(tx, { user, code });
        if (result === "expired") throw conflict(createMessage("totp-not-started"));
        if (result === "wrong-code") throw createWrongCodeError();
        tx.update(sessions, await tx.get(sessions, sessionId), { TotpAt: tx.now.toISOString() });
        // Other sessions may belong to somebody who has only the password.
        await endSessions(tx, { UserID, exceptSessionId: sessionId });
        return result;
      });
      // The response is the only one with the recovery codes, so an error here must not replace it.
      await secondFactor.attemptLimiter
        .reset(String(UserID))
        .catch((err: unknown) => log.warn({ err }, "Cannot reset the attempts to enter a code, so they still count"));
      return { ...createMessage("totp-on"), data };
    }),
    defineEndpointHandler(verifyTotp, async ({ ctx, body: { code }, sessionId }) => {
      const { UserID } = ctx.viewer;
      await secondFactor.attemptLimiter.consume(String(UserID));
      await ctx.transaction(async (tx) => {
        if (!(await tx.get(users, UserID)).HasTotp) throw conflict(createMessage("totp-off"));
        if (!(await secondFactor.consumeCode(tx, { UserID, code }))) throw createWrongCodeError();
        tx.update(sessions, await tx.get(sessions, sessionId), { TotpAt: tx.now.toISOString() });
      });
      await secondFactor.attemptLimiter.reset(String(UserID));
      return { ...createMessage("totp-confirmed"), data: null };
    }),
    defineEndpointHandler(removeTotp, async ({ ctx, body: { password }, ipAddress }) => {
      const { UserID } = ctx.viewer;
      const passwordHash = await verifyPassword(secretStore, {
        ...{ UserID, password },
        requester: { client: ipAddress, account: `totp ${UserID}` },
        assertAllowed: () => secondFactor.attemptLimiter.consume(String(UserID)),
      });
      const wrongPassword = invalidField("password", createMessage("wrong-password"));
      if (!passwordHash) throw wrongPassword;
      await ctx.transaction(async (tx) => {
        if (!(await isCurrentHash(tx, { UserID, passwordHash }))) throw wrongPassword;
        const user = await tx.get(users, UserID);
        if (!user.HasTotp) throw conflict(createMessage("totp-off"));
        secondFactor.remove(tx, user);
      });
      await secondFactor.attemptLimiter.reset(String(UserID));
      return { ...createMessage("totp-off"), data: null };
    }),
    defineEndpointHandler(resetUserTotp, async ({ ctx, params }) => {
      await ctx.transaction(async (tx) => {
        const user = await tx.get(users, parseId(users, params.UserID));
        await assertWithinOwnRights(tx, user);
        if (!user.HasTotp) throw conflict(createMessage("totp-off"));
        secondFactor.remove(tx, user);
        await endSessions(tx, user);
      });
      return { ...createMessage("totp-off"), data: null };
    }),
  ];
}

function createWrongCodeError() {
  return invalidField("code", createMessage("totp-wrong"));
}
