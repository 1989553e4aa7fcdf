import { expect } from "vitest";
import { action } from "../../../shared/resources/action.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Harness } from "../harness.ts";
import { password } from "../initial-data.ts";
import type { Person } from "../person.ts";
import type { Reply } from "../reply.ts";
import { enrol } from "../totp.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

const rolesPageId = 21;
const resetRequest = { email: "ali@example.org" };
const newAccount = { username: "newcomer", email: "new@example.org", password: "secret-enough", fullName: "New Comer" };

/** Messages about accounts, sign-in and permissions. */
export const accessScenarios = {
  "login-failed": {
    text: "Failed to login",
    status: 401,
    run: ({ anonymous }) => anonymous.post("/auth/login", { username: "ali", password: "not that" }),
  },
  "login-successful": {
    text: "Login successful!",
    run: ({ anonymous }) => anonymous.post("/auth/login", { username: "ali", password }),
  },
  "signed-out": {
    text: "Signed out",
    run: async ({ ali }) => {
      const reply = await ali.post("/logout");
      ali.forgetToken();
      return reply;
    },
  },
  "rate-limited": {
    text: "Too many attempts. Please wait a few minutes.",
    status: 429,
    run: async ({ anonymous }) => {
      const guess = () => anonymous.post("/auth/login", { username: "ali", password: "not that" });
      for (let tries = 0; tries < 10; tries++) await guess();
      return guess();
    },
  },
  "too-many-waiting": {
    text: "Too many requests are waiting. Please try again in a few seconds.",
    status: 429,
    run: async ({ ali, society }) => {
      await ali.token();
      const path = `/plot/${society.aliPlot.PlotID}/statement.pdf`;
      const requests = Array.from({ length: 60 }, (_, index) =>
        ali.get(`${path}?from=2026-01-01&to=${2027 + index}-01-01`),
      );
      // The other replies are files, for which `get` rejects.
      return Promise.any(requests);
    },
  },
  "top-level-only-view": {
    text: "A top-level menu takes only the View action",
    status: 400,
    run: async ({ admin }) => {
      const [societyMenu] = await admin.list(menus, "?MenuURL=2");
      const [addAction] = await admin.list(action, "?ActionName=Add");
      return admin.post("/menuactionsmap", { MenuID: societyMenu?.MenuID, ActionID: addAction?.ActionID });
    },
  },
  "signed-up": { text: "Account created successfully!", run: ({ anonymous }) => anonymous.post("/signup", newAccount) },
  "signup-closed": {
    text: "Signing up is closed at the moment. Please ask the office for an account.",
    status: 409,
    run: async ({ admin, anonymous }) => {
      const [residentRole] = await admin.list(role, "?RoleName=Resident");
      await admin.put("/role", { ...residentRole, RoleName: "Owner" });
      return anonymous.post("/signup", newAccount);
    },
  },
  "reset-sent": {
    text: "Password reset instructions sent to your email!",
    run: ({ anonymous }) => anonymous.post("/reset-password", resetRequest),
  },
  "link-expired": {
    text: "This link has been used or is too old. Please ask for a new one.",
    status: 400,
    run: ({ anonymous }) => anonymous.post("/reset-password/confirm", { token: "1.x", password: "secret-enough" }),
  },
  "email-verified": {
    text: "Your email address is confirmed",
    run: async ({ anonymous, readMails }) => {
      await anonymous.post("/signup", newAccount);
      await expect.poll(readMails).toHaveLength(1);
      const [mail] = await readMails();
      return anonymous.post("/verify-email", { token: /verify-email\?token=(\S+)/.exec(mail?.text ?? "")?.[1] });
    },
  },
  "totp-required": {
    text: "Enter the code of your authenticator app",
    status: 401,
    run: withTotp(({ anonymous }) => anonymous.post("/auth/login", { username: "sana", password })),
  },
  "totp-wrong": {
    text: "The code is incorrect",
    status: 401,
    run: withTotp(({ anonymous }) => anonymous.post("/auth/login", { username: "sana", password, totp: "no code" })),
  },
  "totp-on": {
    text: "Two-factor authentication is on",
    run: withTotp(async (_harness, { confirmation }) => confirmation),
  },
  "totp-already-on": {
    text: "Two-factor authentication is already on",
    status: 409,
    run: withTotp(({ sana }) => sana.post("/me/totp")),
  },
  "totp-not-started": {
    text: "Start again: the secret of the authenticator app has expired",
    status: 409,
    run: ({ sana }) => sana.post("/me/totp/confirm", { code: "123456" }),
  },
  "totp-off": { text: "Two-factor authentication is off", run: withTotp(({ sana }) => turnTotpOff(sana)) },
  "totp-confirmed": {
    text: "Identity confirmed",
    run: withTotp(({ sana }, { recoveryCodes }) => sana.post("/me/totp/verify", { code: recoveryCodes[0] })),
  },
  "password-changed": {
    text: "Password changed",
    run: ({ ali }) => ali.put("/me/password", { currentPassword: password, newPassword: "secret-enough" }),
  },
  "wrong-password": {
    text: "The current password is incorrect",
    status: 400,
    run: ({ ali }) => ali.put("/me/password", { currentPassword: "not that", newPassword: "secret-enough" }),
  },
  "signed-out-everywhere": {
    text: "Signed out everywhere",
    run: async ({ ali }) => {
      const reply = await ali.delete("/me/sessions");
      ali.forgetToken();
      return reply;
    },
  },
  "name-changed": { text: "Name changed", run: ({ ali }) => ali.put("/me", { fullName: "Ali Raza" }) },
  "added-without-sign-in": {
    text: "User added successfully. The user cannot sign in yet without a password and an email address.",
    run: async ({ admin }) =>
      admin.post("/users", { Username: "guard", FullName: "Guard", RoleID: (await admin.list(role))[0]?.RoleID }),
  },
  "keys-rotated": {
    text: "The signing key of document codes was changed",
    run: ({ admin }) => admin.post("/keys/rotate"),
  },
  "display-off": {
    text: "This display has been switched off",
    status: 401,
    run: ({ anonymous }) => anonymous.post("/wall/token", { key: "1.x" }),
  },
  "last-administrator": {
    text: "At least one user must be able to edit permissions",
    status: 409,
    run: async ({ admin }) => {
      const [self] = await admin.list(users, "?Username=admin");
      return admin.put("/users", { ...self, IsActive: false });
    },
  },
  "grant-beyond-own-rights": {
    text: "You cannot grant permissions that you do not have",
    status: 403,
    run: (harness) => savePermission(harness, { savedBy: harness.manager, pageId: rolesPageId, IsAllowed: 1 }),
  },
  "revoke-beyond-own-rights": {
    text: "You cannot revoke permissions that you do not have",
    status: 403,
    run: async (harness) => {
      await harness.grant({ role: "Clerk", page: "/system-management?tab=role", action: "View" });
      return savePermission(harness, { savedBy: harness.manager, pageId: rolesPageId, IsAllowed: 0 });
    },
  },
  "parent-not-top-level": {
    text: "Parent Menu must be a top-level entry",
    status: 400,
    run: async ({ admin }) => {
      const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
      const [typesMenu] = await admin.list(menus, "?MenuURL=6");
      return admin.put("/menu", { ...typesMenu, ParentMenuID: plotsMenu?.MenuID });
    },
  },
  "has-sub-menus": {
    text: "A menu with sub-menus stays at the top level",
    status: 400,
    run: async ({ admin }) => {
      const [societyMenu] = await admin.list(menus, "?MenuURL=2");
      const [paymentsMenu] = await admin.list(menus, "?MenuURL=8");
      return admin.put("/menu", { ...societyMenu, ParentMenuID: paymentsMenu?.MenuID, IsTopLevel: 0 });
    },
  },
  "permissions-saved": {
    text: "Permission updated successfully!",
    run: (harness) => savePermission(harness, { savedBy: harness.admin, pageId: 1, IsAllowed: 1 }),
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;

interface PermissionChange {
  savedBy: Person;
  pageId: number;
  IsAllowed: 0 | 1;
}

/** Saves the View permission of the Clerk on a page; the manager first gets the right to save permissions. */
async function savePermission(
  { admin, grant }: Harness,
  { savedBy, pageId, IsAllowed }: PermissionChange,
): Promise<Reply> {
  if (savedBy !== admin) await grant({ role: "Manager", page: "/system-management?tab=permissions", action: "Update" });
  const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
  const [menu] = await admin.list(menus, `?MenuURL=${pageId}`);
  const [viewAction] = await admin.list(action, "?ActionName=View");
  const permission = { RoleID: clerkRole?.RoleID, MenuID: menu?.MenuID, ActionID: viewAction?.ActionID, IsAllowed };
  return savedBy.post("/role-permissions", { RoleMenuActions: [permission] });
}

/** Enrols Sana in two-factor authentication, and turns it off after the scenario, because scenarios share a portal. */
function withTotp(
  run: (harness: Harness, enrolment: Awaited<ReturnType<typeof enrol>>) => Promise<Reply>,
): MessageScenario["run"] {
  return async (harness) => {
    const { sana, clock } = harness;
    const reply = await run(harness, await enrol(sana, clock.now()));
    await turnTotpOff(sana);
    return reply;
  };
}

function turnTotpOff(person: Person): Promise<Reply> {
  return person.send({ method: "DELETE", path: "/me/totp", body: { password } });
}
