import { z } from "zod";
import { credentialRules } from "../domain/credential-rules.ts";
import { boolean, instant, optionalEmail, optionalText, personName, ref, refs, textWithMin } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { plot } from "./plot.ts";
import { role } from "./role.ts";

const { username, password } = credentialRules;

/** A password that a user chooses. */
export const newPassword = z
  .string(password.tooShort)
  .min(password.min, password.tooShort)
  .max(password.max, password.tooLong);

const input = {
  Username: textWithMin(username.min, username.tooShort),
  FullName: personName("Full name is required"),
  Email: optionalEmail("Invalid email address"),
  Phone: optionalText(),
  RoleID: ref(role, "Please select a role"),
  PlotIDs: refs(plot).default([]),
  IsActive: boolean().default(true),
};

/** The body of POST and PUT: the record and optionally a new password, which no response contains. */
export const userBody = z.object({
  ...input,
  Password: z
    .union([z.literal(""), newPassword], password.tooShort)
    .nullish()
    .transform((password) => password || undefined),
});

/** The user accounts of staff and residents. */
export const users = defineResource({
  name: "users",
  idField: "UserID",
  label: "User",
  titleField: "Username",
  page: {
    id: 4,
    path: "/society-management?tab=plot-users",
    title: "Plot Users",
    icon: "users",
    screen: "users/UsersScreen",
  },
  input,
  createInput: userBody,
  serverFields: {
    /** Whether the password is the initial one. Until the user changes it, nothing else can be done. */
    IsFirstSignIn: boolean(),
    /**
     * False after a sign-up, until the user opens the link in the mail or a member of staff adds a plot to the account.
     * Until then, no other mail is sent to the address.
     */
    IsEmailVerified: boolean(),
    /** Whether the user signs in with a second factor. */
    HasTotp: boolean(),
    /** When the user or staff last set the password; null for that of a sign-up. */
    PasswordChangedAt: instant().nullable(),
  },
  writesRequireReauthentication: true,
  joins: { RoleName: join("RoleID", role, "RoleName") },
  unique: [["Username"]],
  cached: true,
});

export type User = RowOf<typeof users>;
