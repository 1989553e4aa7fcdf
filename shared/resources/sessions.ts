import { instant, optionalText, ref } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { users } from "./users.ts";

/** One sign-in. A token is only as good as its session: without the row it is dead everywhere. */
export const sessions = defineResource({
  name: "sessions",
  idField: "SessionID",
  label: "Session",
  page: "/",
  verbs: [],
  input: {},
  computed: { UserID: ref(users, "User"), CreatedAt: instant(), ExpiresAt: instant(), Agent: optionalText() },
  cached: true,
  internal: true,
  indexes: [["UserID"]],
});
