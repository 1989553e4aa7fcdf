import type { z } from "zod";
import type { Day } from "../../../shared/dates.ts";
import { houseBalance, type houseBalanceSchema } from "../../../shared/endpoints/balance.ts";
import { toNearestPaisa } from "../../../shared/money.ts";
import { useCanCall } from "../../api/session.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { summarizeDue } from "../houseDues.ts";

/** What a house owes, amounts in rupees. */
export type HouseBalance = z.output<typeof houseBalanceSchema>;

/** An installment, charge or opening balance that is not fully paid. */
export type OpenItem = HouseBalance["items"][number];

/**
 * For useLiveRequest: the topic that signals every change of the balances that the user can see, also a change by
 * records that are hidden from a new owner.
 */
export const balanceTopics = ["house-balance"];

/** The open items and the credit of a house, updated live; not loaded without a house or the permission. */
export function useHouseBalance(PlotID: number | undefined) {
  const canRead = useCanCall(houseBalance);
  const path = PlotID === undefined || !canRead ? null : houseBalance.path.replace(":PlotID", String(PlotID));
  const { data, ...query } = useLiveRequest<{ data: HouseBalance }>(path, balanceTopics);
  return { balance: data?.data, ...query };
}

/** What of a balance is overdue and what is not due yet on this day, in paisa. */
export function summarizeBalance({ items }: HouseBalance, today: Day) {
  return summarizeDue(
    items.map(({ DueDate, Due }) => ({ DueDate, outstanding: toNearestPaisa(Due) })),
    today,
  );
}
