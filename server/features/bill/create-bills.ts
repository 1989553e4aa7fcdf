import type { z } from "zod";
import { adjustmentIdsOf, chargeItemId, isChargeItem } from "../../../shared/domain/adjustments.ts";
import { buildBill } from "../../../shared/domain/bill.ts";
import { consumerNumber } from "../../../shared/domain/consumer-number.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { createMessage } from "../../../shared/messages.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { bill, type createBillsBody } from "../../../shared/resources/bill.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { newSociety, society } from "../../../shared/resources/society.ts";
import { compareHouseNumbers } from "../../../shared/text.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, where } from "../../database/store.ts";
import { invalidField } from "../../errors.ts";
import { readOpenItems } from "../../services/house-items.ts";
import { applyDuePenalties } from "../../services/penalties.ts";

/**
 * Creates the bills of a month and returns their number. Houses without an amount due get no bill, nor do houses that
 * have a bill of the month that is not withdrawn. A concurrent payment waits or is retried, and then finds the bill.
 */
export async function createBills(
  tx: Transaction,
  { Month, Year, PlotIDs }: z.output<typeof createBillsBody>,
): Promise<number> {
  const houses = await findHousesWithoutBill(tx, { Month, Year, PlotIDs });
  if (houses.length === 0) return 0;
  const ids = houses.map(({ PlotID }) => PlotID);
  await tx.lockRows(plot, ids, "PlotIDs");
  // A bill never changes, so it must not lack a penalty that today's job has not applied yet.
  await applyDuePenalties(tx, { PlotID: inArray(ids) });
  const items = await readOpenItems(tx, inArray(ids));
  const itemIds = items.map((item) => item.PaymentScheduleID);
  // Also the installments, because ticks and the removal of installments do not lock the house.
  const installments = itemIds.filter((id) => !isChargeItem(id));
  await tx.lockRows(paymentSchedule, installments, "PlotIDs");
  const itemsByPlot = groupBy(items, ({ PlotID }) => PlotID);
  const reasons = await readReasons(tx, itemIds);
  const { ConsumerPrefix: prefix } = (await tx.findFirst(society, {})) ?? newSociety;
  const bills = houses.flatMap((house) => {
    const content = buildBill(itemsByPlot.get(house.PlotID) ?? [], {
      month: { year: Year, month: Month },
      today: tx.today,
      ownedFrom: house.OwnedFrom,
      getReason: (id) => reasons.get(id) ?? "",
    });
    return content ? [{ house, content }] : [];
  });
  if (bills.length === 0) return 0;
  const firstNumber = await tx.allocateNumbers("BillNo", bills.length);
  await tx.insertMany(
    bill,
    bills.map(({ house: { PlotID, CategoryID, HouseNo, OwnerName, OwnedFrom }, content }, index) => ({
      ...content,
      BillNo: firstNumber + index,
      PlotID,
      CategoryID,
      HouseNo,
      OwnerName,
      OwnedFrom,
      ConsumerNo: consumerNumber({ prefix, PlotID }),
      Month,
      Year,
      IssuedOn: tx.today,
      State: "issued",
      StateSince: tx.now.toISOString(),
      IsEmailSent: 0,
      MailError: "",
    })),
  );
  return bills.length;
}

/**
 * The houses without a bill of the month, in the order of their numbers; with `PlotIDs`, only those of them. Throws 400
 * for a house that does not exist.
 */
async function findHousesWithoutBill(
  tx: Transaction,
  { Month, Year, PlotIDs }: z.output<typeof createBillsBody>,
): Promise<Plot[]> {
  const houses = await tx.find(plot, PlotIDs ? { PlotID: inArray(PlotIDs) } : {});
  const foundIds = new Set(houses.map(({ PlotID }) => PlotID));
  const missingId = PlotIDs?.find((id) => !foundIds.has(id));
  if (missingId !== undefined)
    throw invalidField("PlotIDs", createMessage("unknown-name", { label: "House", value: missingId }));
  const existing = await tx.find(bill, { Year, Month, State: where({ $ne: "withdrawn" }) });
  const billed = new Set(existing.map(({ PlotID }) => PlotID));
  return houses.filter(({ PlotID }) => !billed.has(PlotID)).sort((a, b) => compareHouseNumbers(a.HouseNo, b.HouseNo));
}

/** The reasons of the charges and opening balances among these items, by item id. */
async function readReasons(tx: Transaction, itemIds: readonly number[]): Promise<Map<number, string>> {
  const ids = adjustmentIdsOf(itemIds);
  const charges = ids.length > 0 ? await tx.find(adjustment, { AdjustmentID: inArray(ids) }) : [];
  return new Map(charges.map(({ AdjustmentID, Reason }) => [chargeItemId(AdjustmentID), Reason]));
}
