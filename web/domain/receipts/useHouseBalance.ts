import type { z } from "zod";
import { type Day, daysBetween } from "../../../shared/dates.ts";
import { isOverdue } from "../../../shared/domain/schedule.ts";
import { houseBalance, type houseBalanceSchema } from "../../../shared/endpoints/balance.ts";
import { sumRupees } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanCall } from "../../api/session.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";

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

/** What of a balance is overdue and what is not due yet on this day, in rupees. */
export function summarizeDue({ items }: HouseBalance, today: Day) {
  const sumDue = (part: readonly OpenItem[]) => sumRupees(part.map(({ Due }) => Due));
  const overdueItems = items.filter(({ DueDate }) => isOverdue(DueDate, today));
  return {
    overdue: sumDue(overdueItems),
    notDueYet: sumDue(items.filter(({ DueDate }) => !isOverdue(DueDate, today))),
    /** Overdue or due today: the amount proposed for a receipt. */
    dueNow: sumDue(items.filter(({ DueDate }) => DueDate <= today)),
    overdueCount: overdueItems.length,
    /** Days since the due date of the oldest item. */
    daysOverdue: overdueItems[0] ? daysBetween(overdueItems[0].DueDate, today) : 0,
  };
}
