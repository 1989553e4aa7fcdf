import { z } from "zod";
import { credentialRules } from "../domain/credential-rules.ts";
import { personName, textWithMin } from "../fields.ts";
import { newPassword, users } from "../resources/users.ts";
import type { MenuItem } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

const text = z.string();
const id = z.int();

/** The signed-in user, as login and GET /api/me answer it. */
export const sessionUserSchema = z
  .object({
    UserID: id,
    fullName: text,
    username: text,
    role: z.object({ RoleID: id, roleName: text, scope: z.enum(["all", "own"]) }),
    /** The user must change the password before anything else. */
    isFirstSignIn: z.boolean(),
    /** The user signs in with a second factor. */
    hasTotp: z.boolean(),
    /** The user's role requires a second factor, which the user must turn on before anything else. */
    mustEnrolTotp: z.boolean(),
  })
  .meta({ id: "SessionUser" });

const menuItemSchema: z.ZodType<MenuItem> = z
  .object({
    MenuID: id,
    ParentMenuID: id,
    MenuName: text,
    MenuURL: id.meta({ description: "The number of the page" }),
    Icon: text,
    RoleID: id,
    Path: text,
    Title: text,
    Permission: z.boolean(),
    Position: id,
    get SubItems() {
      return z.array(menuItemSchema);
    },
  })
  .meta({ id: "MenuItem" });

/** The signed-in user, with permissions by page and the menu. */
export const sessionSchema = z.object({
  user: sessionUserSchema,
  permissions: z
    .record(text, z.record(text, z.boolean()))
    .meta({ description: "Flags by the path of the page, with `?tab=…` for a tab; a missing entry means denied" }),
  menus: z.array(menuItemSchema),
  changed: z
    .object({ by: text, at: z.iso.datetime() })
    .optional()
    .meta({ description: "Who last changed the user's permissions, and when; missing when not known" }),
});

const { username, password } = credentialRules;

/** A code of the authenticator app, or a recovery code. Spaces and hyphens are ignored. */
const totpCode = z
  .string("Code is required")
  .max(40, "Code is too long")
  .transform((code) => code.replace(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().min(1, "Code is required"));

/** The body of a login. An account with a second factor needs `totp` too. */
export const loginBody = z.object({
  username: z
    .string(username.tooShort)
    .max(username.max, username.tooLong)
    .trim()
    .normalize("NFC")
    .min(username.min, username.tooShort),
  password: z.string(password.tooShort).min(password.min, password.tooShort).max(password.max, password.tooLong),
  totp: z.union([z.literal("").transform(() => undefined), totpCode]).optional(),
});

export const login = defineEndpoint({
  ...endpointPaths.login,
  guard: "open",
  summary: "Sign in",
  body: loginBody,
  response: z.object({ token: z.string(), user: sessionUserSchema }),
  errorStatuses: [401, 429],
  secretResponse: true,
});

export const logout = defineEndpoint({ ...endpointPaths.logout, guard: "signed-in", summary: "Sign out" });

export const me = defineEndpoint({
  ...endpointPaths.me,
  guard: "signed-in",
  isForDisplays: true,
  summary: "The signed-in user with permissions and menus",
  response: z.object({ data: sessionSchema }),
});

export const renewToken = defineEndpoint({
  ...endpointPaths.renew,
  guard: "signed-in",
  summary: "The token of the session; when half of its lifetime is over, a new one that expires later",
  response: z.object({ data: z.object({ token: z.string() }) }),
  secretResponse: true,
});

export const demoAccounts = defineEndpoint({
  ...endpointPaths.demoAccounts,
  guard: "open",
  summary: "The accounts of a demonstration; none on any other portal",
  response: z.object({
    data: z.array(z.object({ role: z.string(), username: z.string(), password: z.string() })),
  }),
});

const address = z
  .string("Please enter a valid email address")
  .max(254, "Please enter a valid email address")
  .trim()
  .normalize("NFC")
  .pipe(z.email("Please enter a valid email address"));

/** The body of a sign-up. */
export const signupBody = z.object({
  fullName: personName("Name must be at least 2 characters"),
  email: address,
  username: textWithMin(username.min, username.tooShort)
    .max(username.max, username.tooLong)
    .refine((value) => !/[\s/]/.test(value), "Username must not contain spaces or slashes"),
  password: newPassword,
});

export const signup = defineEndpoint({
  method: "post",
  path: "/signup",
  guard: "open",
  summary: "Create an account; it sees nothing until the office links it to a plot",
  body: signupBody,
  errorStatuses: [409, 429],
});

/** The token of a mailed link. */
const mailedToken = z.string("Token is required").min(1, "Token is required").max(200, "Token is not valid");

/** The body of the confirmation of an email address. */
export const verifyEmailBody = z.object({ token: mailedToken });

export const verifyEmail = defineEndpoint({
  method: "post",
  path: "/verify-email",
  guard: "open",
  summary: "Confirm the email address of a sign-up with the token of a mailed link, which is valid once",
  body: verifyEmailBody,
});

/** The body of a request for a reset link. */
export const requestPasswordResetBody = z.object({ email: address });

export const requestPasswordReset = defineEndpoint({
  method: "post",
  path: "/reset-password",
  guard: "open",
  summary: "Mail a link to choose a new password; the answer does not reveal whether an account has the address",
  body: requestPasswordResetBody,
  errorStatuses: [429],
});

/** The body of a password change with a mailed link. */
export const confirmPasswordResetBody = z.object({
  token: mailedToken,
  password: newPassword,
});

export const confirmPasswordReset = defineEndpoint({
  method: "post",
  path: "/reset-password/confirm",
  guard: "open",
  summary: "Choose a new password with the token of a mailed link, which is valid once",
  body: confirmPasswordResetBody,
});

/** The body of a change of the caller's name. */
export const changeNameBody = signupBody.pick({ fullName: true });

export const changeName = defineEndpoint({
  method: "put",
  path: "/me",
  guard: "signed-in",
  summary: "Change the caller's full name",
  body: changeNameBody,
  response: z.object({ data: sessionUserSchema }),
});

/** The body of a change of the caller's password. */
export const changePasswordBody = z.object({
  currentPassword: z
    .string("Current password is required")
    .min(1, "Current password is required")
    .max(password.max, password.tooLong),
  newPassword,
});

export const changePassword = defineEndpoint({
  method: "put",
  path: "/me/password",
  guard: "signed-in",
  summary: "Change the caller's password and end the caller's other sessions",
  body: changePasswordBody,
  errorStatuses: [429],
});

/** One session of the user; times are ISO texts in UTC. */
const userSession = z.object({
  SessionID: z.int(),
  CreatedAt: z.string(),
  ExpiresAt: z.string(),
  Agent: z.string(),
  /** When a code of the second factor was last entered in this session; null if never. */
  TotpAt: z.string().nullable(),
  IsThis: z.boolean(),
});

export type UserSession = z.output<typeof userSession>;

export const mySessions = defineEndpoint({
  path: "/me/sessions",
  guard: "signed-in",
  summary: "The caller's sessions",
  response: z.object({ data: z.array(userSession) }),
});

export const endAllSessions = defineEndpoint({
  ...endpointPaths.endSessions,
  guard: "signed-in",
  summary: "End all own sessions, this one included",
});

export const startTotpEnrolment = defineEndpoint({
  method: "post",
  path: "/me/totp",
  guard: "signed-in",
  summary: "Create a secret for an authenticator app; it takes effect when a code confirms it within 15 minutes",
  response: z.object({
    data: z.object({
      secret: z.string().meta({ description: "In Base32, to type it into the app" }),
      uri: z.string().meta({ description: "otpauth URI, for a QR code" }),
    }),
  }),
  errorStatuses: [409],
  secretResponse: true,
});

/** The body of calls that take a code of the second factor. */
export const totpCodeBody = z.object({ code: totpCode });

export const confirmTotp = defineEndpoint({
  method: "post",
  path: "/me/totp/confirm",
  guard: "signed-in",
  summary: "Turn the second factor on with a code of the app; ends the caller's other sessions",
  body: totpCodeBody,
  response: z.object({
    data: z.object({
      recoveryCodes: z.array(z.string()).meta({ description: "Each can be used once instead of a code of the app" }),
    }),
  }),
  errorStatuses: [409, 429],
  secretResponse: true,
});

export const verifyTotp = defineEndpoint({
  method: "post",
  path: "/me/totp/verify",
  guard: "signed-in",
  summary: "Confirm the caller's identity with a code, for calls that answer 403 with the code totp-required",
  body: totpCodeBody,
  errorStatuses: [409, 429],
});

/** The body of the call that turns the second factor off. */
export const removeTotpBody = z.object({
  password: z.string("Password is required").min(1, "Password is required").max(password.max, password.tooLong),
});

export const removeTotp = defineEndpoint({
  method: "delete",
  path: "/me/totp",
  guard: "signed-in",
  summary: "Turn the caller's second factor off",
  body: removeTotpBody,
  errorStatuses: [409, 429],
});

export const resetUserTotp = defineEndpoint({
  method: "delete",
  path: "/users/:UserID/totp",
  guard: users.guards.update,
  requiresReauthentication: true,
  summary: "Turn a user's second factor off, for example after the loss of the phone; ends the user's sessions",
  errorStatuses: [404, 409],
});
