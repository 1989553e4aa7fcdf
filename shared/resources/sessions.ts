import { instant, optionalText, ref } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { users } from "./users.ts";

/** One row per sign-in. Deleting the row makes its token invalid on every server. */
export const sessions = defineResource({
  name: "sessions",
  idField: "SessionID",
  label: "Session",
  page: "/",
  verbs: [],
  input: {},
  serverFields: {
    UserID: ref(users, "User"),
    CreatedAt: instant(),
    ExpiresAt: instant(),
    Agent: optionalText(),
    /** When the user last entered a code of the second factor in this session. */
    TotpAt: instant().nullable(),
  },
  cached: true,
  internal: true,
  indexes: [["UserID", "ExpiresAt"], ["ExpiresAt"]],
});
