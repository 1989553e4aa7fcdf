export type HouseTab = "statement" | "schedule" | "receipts" | "changes";

/** The tabs for somebody with these rights; a statement tells of charges and payments alike. */
export function houseTabs(sees: { seesSchedule: boolean; seesReceipts: boolean }): HouseTab[] {
  const { seesSchedule, seesReceipts } = sees;
  return [
    ...(seesSchedule && seesReceipts ? (["statement"] as const) : []),
    ...(seesSchedule ? (["schedule"] as const) : []),
    ...(seesReceipts ? (["receipts"] as const) : []),
    "changes",
  ];
}
