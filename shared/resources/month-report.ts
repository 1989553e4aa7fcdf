import { instant, text } from "../fields.ts";
import { defineResource, type Guard } from "../registry.ts";

const path = "/finance-management?tab=month-lock";

/** The permission to unlock months. */
export const unlockGuard: Guard = { page: path, flag: "CanUnlock" };

/** The locked reports of locked months. Their content is in the secret store. */
export const monthReport = defineResource({
  name: "month-report",
  idField: "MonthReportID",
  label: "Locked month",
  titleField: "Month",
  page: {
    id: 36,
    path,
    title: "Month Lock",
    icon: "lock",
    screen: "month-lock/MonthLockScreen",
    actions: ["View", "Add", "Unlock"],
  },
  verbs: ["list"],
  requiresScopeAll: true,
  input: {},
  serverFields: {
    /** YYYY-MM. */
    Month: text("Month"),
    LockedBy: text("Locked by"),
    LockedAt: instant(),
    /** Null while the month is locked. */
    UnlockedAt: instant().nullable(),
    UnlockedBy: text("Unlocked by").nullable(),
    UnlockReason: text("Reason").nullable(),
  },
  indexes: [["Month"]],
});
