import type { z } from "zod";
import type { Day } from "../../../shared/dates.ts";
import { houseBalance, type houseBalanceSchema } from "../../../shared/endpoints/balance.ts";
import { toNearestPaisa } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanCall } from "../../api/session.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { summarizeDue } from "../houseDues.ts";

/** What a house owes, amounts in rupees. */
export type HouseBalance = z.output<typeof houseBalanceSchema>;

/** An installment, charge or opening balance that is not fully paid. */
export type OpenItem = HouseBalance["items"][number];

/** The resources from which the balance of a house is computed. */
export const balanceResources = [paymentSchedule.name, paymentReceipt.name, adjustment.name];

/** The open items and the credit of a house, updated live; not loaded without a house or the permission. */
export function useHouseBalance(PlotID: number | undefined) {
  const canRead = useCanCall(houseBalance);
  const path = PlotID === undefined || !canRead ? null : houseBalance.path.replace(":PlotID", String(PlotID));
  const { data, ...query } = useLiveRequest<{ data: HouseBalance }>(path, balanceResources);
  return { balance: data?.data, ...query };
}

/** What of a balance is overdue and what is not due yet on this day, in paisa. */
export function summarizeBalance({ items }: HouseBalance, today: Day) {
  return summarizeDue(
    items.map(({ DueDate, Due }) => ({ DueDate, outstanding: toNearestPaisa(Due) })),
    today,
  );
}
