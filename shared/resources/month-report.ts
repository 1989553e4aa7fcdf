import { instant, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The reports of locked months as they were when the month was locked; their content is in the vault. */
export const monthReport = defineResource({
  name: "month-report",
  idField: "MonthReportID",
  label: "Locked month",
  titleField: "Month",
  page: {
    number: 36,
    path: "/finance-management?tab=month-lock",
    title: "Month Lock",
    icon: "lock",
    screen: "month-lock/MonthLockScreen",
    actions: ["View", "Add", "Unlock"],
  },
  verbs: ["list"],
  input: {},
  computed: {
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
