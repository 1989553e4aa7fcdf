import { createMessage } from "../../../shared/messages.ts";
import { type User, userBody, users } from "../../../shared/resources/users.ts";
import { assertAdministratorRemains, assertWithinOwnRights } from "../../access/grant-limits.ts";
import { deletePassword, hashPassword, replacePassword } from "../../access/passwords.ts";
import { deleteFactorSecrets } from "../../access/second-factor.ts";
import { endSessions } from "../../access/sessions.ts";
import { revokePasswordLink, revokeVerificationLink } from "../../access/user-links.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers, type ResourceHandlers } from "../../http/resource-handlers.ts";
import { queueUserLinkMail } from "../../services/user-mail.ts";
import type { Feature } from "../feature.ts";

/** The rules of user records. The request body can have a password, which is stored apart from the record. */
const usersHandlers: ResourceHandlers = {
  ...defineUserHandlers(undefined),
  create: async (ctx, body) => {
    const { Password, Email } = parseBody(userBody, body);
    const outcome = await defineUserHandlers(await hashOptionalPassword(Password, ctx)).create(ctx, body);
    return Password || Email ? outcome : { ...outcome, message: createMessage("added-without-sign-in") };
  },
  update: async (ctx, change) => {
    const { Password } = parseBody(userBody, change.body);
    return defineUserHandlers(await hashOptionalPassword(Password, ctx)).update(ctx, change);
  },
};

export const feature: Feature = { resourceHandlers: usersHandlers };

async function hashOptionalPassword(
  password: string | undefined,
  { viewer }: RequestContext,
): Promise<string | undefined> {
  return password && hashPassword(password, { client: `user ${viewer.UserID}`, account: "users" });
}

/** The handlers for a request that sets this hashed password, if any. */
function defineUserHandlers(passwordHash: string | undefined): ResourceHandlers {
  return defineResourceHandlers(users, {
    openapi: { updateBody: userBody },
    computeServerFields: (input, { before }) => ({
      IsFirstSignIn: before?.IsFirstSignIn ?? false,
      HasTotp: before?.HasTotp ?? false,
      PasswordChangedAt: before?.PasswordChangedAt ?? null,
      // An address is verified if staff entered it, or linked the user to a plot.
      IsEmailVerified: !before || before.IsEmailVerified || before.Email !== input.Email || input.PlotIDs.length > 0,
    }),
    afterSave: async (tx, { after, before }) => {
      if (before) await assertWithinOwnRights(tx, before);
      await assertWithinOwnRights(tx, after);
      if (passwordHash) await replacePassword(tx, { UserID: after.UserID, passwordHash });
      if (!before && !passwordHash && after.IsActive && after.Email)
        await queueUserLinkMail(tx, { user: after, kind: "invitation" });
      // A link that was mailed to the previous address must not set the password.
      if (before && before.Email !== after.Email) revokeLinks(tx, after);
      if (!after.IsActive) await revokeAccess(tx, after);
      if (before?.IsActive && !(after.IsActive && after.RoleID === before.RoleID)) await assertAdministratorRemains(tx);
    },
    remove: async (tx, row) => {
      await assertWithinOwnRights(tx, row);
      await revokeAccess(tx, row);
      deletePassword(tx, row.UserID);
      deleteFactorSecrets(tx, row.UserID);
      tx.remove(users, row);
      if (row.IsActive) await assertAdministratorRemains(tx);
    },
  });
}

async function revokeAccess(tx: Transaction, user: User): Promise<void> {
  revokeLinks(tx, user);
  await endSessions(tx, user);
}

/** Makes the links that were mailed to the user invalid. */
function revokeLinks(tx: Transaction, { UserID }: User): void {
  revokePasswordLink(tx, UserID);
  revokeVerificationLink(tx, UserID);
}
