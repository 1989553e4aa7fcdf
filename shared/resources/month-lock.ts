import { instant, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The last locked month. There is at most one record, and none before the first lock. */
export const monthLock = defineResource({
  name: "month-lock",
  idField: "MonthLockID",
  label: "Month lock",
  titleField: "LockedThrough",
  page: "/finance-management?tab=month-lock",
  // shared/endpoints/month-lock.ts declares its paths.
  verbs: [],
  input: {},
  serverFields: {
    /** YYYY-MM; all earlier months are locked too. Null when all months were unlocked again. */
    LockedThrough: text("Month").nullable(),
    /** Full name of the user who locked it. A name instead of a reference, so that the user can be deleted. */
    By: text("Locked by"),
    At: instant(),
  },
  cached: true,
});
