import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import type { Message, Occasion } from "./occasion.ts";
import { password } from "./people.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";
import type { World } from "./world.ts";

const email = { email: "ali@example.org" };
const newcomer = { username: "newcomer", email: "new@example.org", password: "secret-enough", fullName: "New Comer" };

/** What is said of accounts and of who may do what. */
export const accessOccasions = {
  loginFailed: {
    says: "Failed to login",
    status: 401,
    when: ({ anonymous }) => anonymous.post("/auth/login", { username: "ali", password: "not that" }),
  },
  tooManyTries: {
    says: "Too many attempts. Please wait a few minutes.",
    status: 429,
    when: async ({ anonymous }) => {
      const guess = () => anonymous.post("/auth/login", { username: "ali", password: "not that" });
      for (let tries = 0; tries < 10; tries++) await guess();
      return guess();
    },
  },
  topLevelOnlyView: {
    says: "A top-level menu takes only the View action",
    status: 400,
    when: async ({ admin }) => {
      const [top] = await admin.list(menus, "?MenuURL=2");
      const [add] = await admin.list(action, "?ActionName=Add");
      return admin.post("/menuactionsmap", { MenuID: top?.MenuID, ActionID: add?.ActionID });
    },
  },
  signedUp: { says: "Account created successfully!", when: ({ anonymous }) => anonymous.post("/signup", newcomer) },
  signupClosed: {
    says: "Signing up is closed at the moment. Please ask the office for an account.",
    status: 409,
    when: async ({ admin, anonymous }) => {
      const [resident] = await admin.list(role, "?RoleName=Resident");
      await admin.put("/role", { ...resident, RoleName: "Owner" });
      return anonymous.post("/signup", newcomer);
    },
  },
  resetSent: {
    says: "Password reset instructions sent to your email!",
    when: ({ anonymous }) => anonymous.post("/reset-password", email),
  },
  linkDead: {
    says: "This link has been used or is too old. Please ask for a new one.",
    status: 400,
    when: ({ anonymous }) => anonymous.post("/reset-password/confirm", { token: "1.x", password: "secret-enough" }),
  },
  passwordChanged: {
    says: "Password changed",
    when: ({ ali }) => ali.put("/me/password", { currentPassword: password, newPassword: "secret-enough" }),
  },
  wrongPassword: {
    says: "The current password is not right",
    status: 400,
    when: ({ ali }) => ali.put("/me/password", { currentPassword: "not that", newPassword: "secret-enough" }),
  },
  signedOutEverywhere: { says: "Signed out everywhere", when: ({ ali }) => ali.delete("/me/sessions") },
  noWayIn: {
    says: "Item added successfully. Without a password and an e-mail address they cannot sign in yet.",
    when: async ({ admin }) =>
      admin.post("/users", { Username: "guard", FullName: "Guard", RoleID: (await admin.list(role))[0]?.RoleID }),
  },
  displayOff: {
    says: "This display has been switched off",
    status: 401,
    when: ({ anonymous }) => anonymous.post("/wall/token", { key: "1.x" }),
  },
  lastAdministrator: {
    says: "Somebody must remain who may edit permissions",
    status: 409,
    when: async ({ admin }) => {
      const [self] = await admin.list(users, "?Username=admin");
      return admin.put("/users", { ...self, IsActive: false });
    },
  },
  grantsMore: {
    says: "You cannot grant what you do not hold yourself",
    status: 403,
    when: (here) => saveBox(here, { person: here.manager, page: 21, IsAllowed: 1 }),
  },
  takesMore: {
    says: "You cannot take away what you do not hold yourself",
    status: 403,
    when: async (here) => {
      await here.grant({ role: "Clerk", page: "/system-management?tab=role", action: "View" });
      return saveBox(here, { person: here.manager, page: 21, IsAllowed: 0 });
    },
  },
  parentNotTopLevel: {
    says: "Parent Menu must be a top-level entry",
    status: 400,
    when: async ({ admin }) => {
      const [plots] = await admin.list(menus, "?MenuURL=3");
      const [types] = await admin.list(menus, "?MenuURL=6");
      return admin.put("/menu", { ...types, ParentMenuID: plots?.MenuID });
    },
  },
  hasSubMenus: {
    says: "A menu with sub-menus stays at the top level",
    status: 400,
    when: async ({ admin }) => {
      const [society] = await admin.list(menus, "?MenuURL=2");
      const [payments] = await admin.list(menus, "?MenuURL=8");
      return admin.put("/menu", { ...society, ParentMenuID: payments?.MenuID, IsTopLevel: 0 });
    },
  },
  permissionsSaved: {
    says: "Permission updated successfully!",
    when: (here) => saveBox(here, { person: here.admin, page: 1, IsAllowed: 1 }),
  },
} satisfies Partial<Record<Message, Occasion>>;

interface Box {
  person: Person;
  /** The number of the page. */
  page: number;
  IsAllowed: 0 | 1;
}

/** The box View of the page in the Clerk's grid, saved by somebody who may. */
async function saveBox({ admin, grant }: World, { person, page, IsAllowed }: Box): Promise<Reply> {
  if (person !== admin) await grant({ role: "Manager", page: "/system-management?tab=permissions", action: "Update" });
  const [clerk] = await admin.list(role, "?RoleName=Clerk");
  const [menu] = await admin.list(menus, `?MenuURL=${page}`);
  const [view] = await admin.list(action, "?ActionName=View");
  const box = { RoleID: clerk?.RoleID, MenuID: menu?.MenuID, ActionID: view?.ActionID, IsAllowed };
  return person.post("/role-permissions", { RoleMenuActions: [box] });
}
