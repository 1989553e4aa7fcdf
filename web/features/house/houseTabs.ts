export type HouseTab = "statement" | "schedule" | "receipts" | "changes";

/** The tabs for somebody with these rights; a statement tells of charges and payments alike. */
export function getVisibleTabs(sees: { canSeeSchedule: boolean; canSeeReceipts: boolean }): HouseTab[] {
  const { canSeeSchedule, canSeeReceipts } = sees;
  return [
    ...(canSeeSchedule && canSeeReceipts ? (["statement"] as const) : []),
    ...(canSeeSchedule ? (["schedule"] as const) : []),
    ...(canSeeReceipts ? (["receipts"] as const) : []),
    "changes",
  ];
}
