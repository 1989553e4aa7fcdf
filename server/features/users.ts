import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { userForm, users } from "../../shared/resources/users.ts";
import { forgetPassword, hashPassword } from "../ground/passwords.ts";
import { refuseBeyond } from "../ground/reach.ts";
import { mailLink, withdrawLink } from "../ground/reset-links.ts";
import { keepAdministrator } from "../ground/rights.ts";
import { endSessions, replacePassword } from "../ground/sign-ins.ts";
import { defineFeature, type Feature, parseWith } from "../kernel/feature.ts";
import type { Transaction } from "../kernel/transaction.ts";

type User = RowOf<typeof users>;

/** Accounts as the office keeps them. A password comes in beside the record and is kept apart from it. */
export const usersFeature: Feature = {
  ...usersWith(undefined),
  create: async (ctx, body) => {
    const { Password, Email } = parseWith(userForm, body);
    const outcome = await usersWith(Password && (await hashPassword(Password))).create(ctx, body);
    return Password || Email ? outcome : { ...outcome, message: messages.noWayIn };
  },
  update: async (ctx, change) => {
    const { Password } = parseWith(userForm, change.body);
    return usersWith(Password && (await hashPassword(Password))).update(ctx, change);
  },
};

/** The rules of a user's record when this password, if any, comes with it. */
function usersWith(hashed: string | undefined): Feature {
  return defineFeature(users, {
    documented: { changed: userForm },
    compute: (_, { before }) => ({ IsFirstSignIn: before?.IsFirstSignIn ?? false }),
    check: async (tx, { after, before }) => {
      if (before) await refuseBeyond(tx, before);
      await refuseBeyond(tx, after);
      if (hashed) await replacePassword(tx, { UserID: after.UserID, hashed });
      if (!before && !hashed && after.IsActive && after.Email) await mailLink(tx, { user: after, kind: "invitation" });
      if (!after.IsActive) await shutOut(tx, after);
      if (before?.IsActive && !(after.IsActive && after.RoleID === before.RoleID)) await keepAdministrator(tx);
    },
    remove: async (tx, row) => {
      await refuseBeyond(tx, row);
      await shutOut(tx, row);
      forgetPassword(tx, row.UserID);
      tx.remove(users, row);
      if (row.IsActive) await keepAdministrator(tx);
    },
  });
}

async function shutOut(tx: Transaction, { UserID }: User): Promise<void> {
  withdrawLink(tx, UserID);
  await endSessions(tx, { UserID });
}
