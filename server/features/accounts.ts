import {
  changeName,
  changePassword,
  confirmReset,
  mySessions,
  resetPassword,
  signOutEverywhere,
  signup,
} from "../../shared/endpoints/auth.ts";
import { messages } from "../../shared/messages.ts";
import { role } from "../../shared/resources/role.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import { Brake } from "../ground/brake.ts";
import { newcomersRole } from "../ground/newcomers.ts";
import { checkPassword, hashPassword, isCurrent, keepPassword } from "../ground/passwords.ts";
import { checkLink, deadLink, mailLink, useUpLink } from "../ground/reset-links.ts";
import { endSessions, replacePassword } from "../ground/sign-ins.ts";
import { type Call, type CallInput, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Log } from "../kernel/log.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { conflict, invalid } from "../kernel/refusal.ts";
import type { Vault } from "../kernel/vault.ts";

interface AccountParts {
  mirror: Mirror;
  vault: Vault;
  feed: Feed;
  log: Log;
  now: () => Date;
}

/** Accounts in their owners' hands: making one, its password, its sessions. */
export function accountCalls({ mirror, vault, feed, log, now }: AccountParts): Call[] {
  const resets = new Brake({ tries: 10, minutes: 15, now });
  const guesses = new Brake({ tries: 10, minutes: 15, now });
  /** A hall full of newcomers behind one address, but not somebody who asks by it who has an account, or fills the books. */
  const newcomers = new Brake({ tries: 60, minutes: 15, now });
  return [
    defineCall(signup, async ({ ctx, body, address: from }) => {
      newcomers.refuse(from);
      newcomers.count(from);
      const hashed = await hashPassword(body.password);
      await ctx.transaction(async (tx) => {
        const held = await tx.first(role, { RoleName: newcomersRole, Scope: "own" });
        if (!held) throw conflict(messages.signupClosed);
        // Two who sign up at the same moment come one after the other, so that the second finds the first.
        await tx.hold(role, [held.RoleID], "RoleID");
        const [known] = await tx.find(users, { Email: body.email }, { limit: 1, caseFolded: true });
        if (known) throw conflict(messages.exists(users.label, body.email));
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
        keepPassword(tx, { UserID, hashed });
      });
      return { success: true, message: messages.signedUp, data: null };
    }),
    defineCall(resetPassword, async ({ ctx, body, address: from }) => {
      const account = `${body.email.toLowerCase()} ${from}`;
      resets.refuse(account);
      resets.count(account);
      // Not waited for: the time of the answer must not tell whether anybody has the address.
      sendLinks(ctx.afterwards(), body.email).catch((err: unknown) => log.error({ err }, "a reset link was not sent"));
      return { success: true, message: messages.resetSent, data: null };
    }),
    defineCall(confirmReset, async ({ ctx, body: { token, password } }) => {
      await checkLink(vault, { token, now: now() });
      const hashed = await hashPassword(password);
      await ctx.urgent().transaction(async (tx) => {
        const UserID = await useUpLink(tx, token);
        const user = await tx.first(users, { UserID });
        if (!user?.IsActive) throw deadLink();
        await replacePassword(tx, { UserID, hashed });
      });
      return { success: true, message: messages.passwordChanged, data: null };
    }),
    defineCall(changeName, async ({ ctx, body }) => {
      await ctx.transaction(async (tx) => {
        const user = await tx.get(users, ctx.viewer.UserID);
        tx.update(users, user, { FullName: body.fullName });
      });
      return { success: true, message: messages.updated(users.label), data: null };
    }),
    defineCall(changePassword, async ({ ctx, body, sessionId, address: from }) => {
      const { UserID } = ctx.viewer;
      const account = `${UserID} ${from}`;
      guesses.refuse(account);
      const current = await checkPassword(vault, { UserID, password: body.currentPassword });
      guesses.refuse(account);
      if (!current) {
        guesses.count(account);
        throw notTheirs();
      }
      guesses.release(account);
      const hashed = await hashPassword(body.newPassword);
      await ctx.urgent().transaction(async (tx) => {
        // Somebody may have replaced it meanwhile, to shut out whoever knows the old one.
        if (!(await isCurrent(tx, { UserID, hashed: current }))) throw notTheirs();
        await replacePassword(tx, { UserID, hashed, except: sessionId });
      });
      return { success: true, message: messages.passwordChanged, data: null };
    }),
    defineCall(mySessions, async ({ ctx, sessionId }) => {
      await feed.seen([sessions.name]);
      const own = [...mirror.all(sessions)].filter(({ UserID }) => UserID === ctx.viewer.UserID);
      const data = own.map(({ SessionID, CreatedAt, ExpiresAt, Agent }) => {
        return { SessionID, CreatedAt, ExpiresAt, Agent, IsThis: SessionID === sessionId };
      });
      return { success: true, message: "", data };
    }),
    defineCall(signOutEverywhere, async ({ ctx }) => {
      await ctx.urgent().transaction((tx) => endSessions(tx, ctx.viewer));
      return { success: true, message: messages.signedOutEverywhere, data: null };
    }),
  ];

  /** One letter for each active account with the address, as one of a family may have several. */
  async function sendLinks(ctx: CallInput["ctx"], email: string): Promise<void> {
    await feed.seen([users.name]);
    const sought = email.toLowerCase();
    for (const user of mirror.all(users)) {
      if (!user.IsActive || user.Email.toLowerCase() !== sought) continue;
      await ctx.transaction((tx) => mailLink(tx, { user, kind: "reset" }));
    }
  }
}

function notTheirs() {
  return invalid(messages.wrongPassword, { currentPassword: messages.wrongPassword });
}
