import { differenceKinds } from "../domain/verification.ts";
import { instant, integer, list, oneOf, optionalText, text } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";

/** One record for each comparison of the database with its chain of commits. */
export const verification = defineResource({
  name: "verification",
  idField: "VerificationID",
  label: "Verification",
  titleField: "StartedAt",
  page: {
    id: 42,
    path: "/system-management?tab=verification",
    title: "Verification",
    icon: "list-checks",
    screen: "verification/VerificationScreen",
    actions: ["View", "Add"],
  },
  requiresScopeAll: true,
  // shared/endpoints/verification.ts declares its paths.
  verbs: [],
  input: {},
  serverFields: {
    State: oneOf(["running", "done", "failed"], "State"),
    StartedAt: instant(),
    /** Full name of who started it. A name instead of a reference, so that the user can be deleted. */
    By: text("By"),
    /** When it ended. */
    At: instant().nullable(),
    /** Number of checked commits. */
    Commits: integer({ min: 0, message: "Commits" }),
    /** The hash of the last anchor. */
    Head: optionalText(),
    BreakCount: integer({ min: 0, message: "Differences" }),
    /** The first differences. */
    Breaks: list({
      Commit: optionalText(),
      Resource: optionalText(),
      /** 0 if the difference is in no row. */
      RowID: integer({ min: 0, message: "Row" }),
      What: oneOf(differenceKinds, "What"),
    }),
  },
  indexes: [["State"]],
});

export type Verification = RowOf<typeof verification>;
