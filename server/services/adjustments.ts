import type { z } from "zod";
import { type Day, formatDay, formatMonthYear, monthOf } from "../../shared/dates.ts";
import { chargeItemId, dueDateOf, isDebit } from "../../shared/domain/adjustments.ts";
import { limitOfKind } from "../../shared/domain/approval-limits.ts";
import { createMessage, type Message } from "../../shared/messages.ts";
import { paisa, subtractPaisa, sumPaisa, zero } from "../../shared/money.ts";
import { cashAccount } from "../../shared/resources/account.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { type Plot, plot } from "../../shared/resources/plot.ts";
import { assertDayOpen } from "../commits/month-mutex.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { conflict, HttpError, invalidField } from "../errors.ts";
import { assertActiveAccount } from "./accounts.ts";
import { assertWithinLimit, versionOf } from "./approval-limits.ts";
import { assertCreditUnused, returnCredit, takeCredit } from "./house-credit.ts";
import {
  type ItemRow,
  releaseAllocations,
  releaseManyAllocations,
  reverseAllocations,
  settleHouses,
  settleHousesThatHaveCredit,
} from "./settlement.ts";
import { assertValidRow } from "./valid-rows.ts";
import { applyWaiver, type CreditTick, readItem, revertWaiver, type Tick } from "./waivers.ts";

export type AdjustmentInput = z.output<typeof adjustment.input>;

/** An adjustment to create. `tick`: the tick that paid the credit of an opening balance. */
export type NewAdjustment = AdjustmentInput & { tick?: Tick };

/** The input of a kind that names no installment, charge or other house. */
export const noReferences = {
  PaymentScheduleID: null,
  ChargeID: null,
  Of: "amount",
  ToPlotID: null,
  AccountID: null,
} as const;

/**
 * Creates adjustments with consecutive numbers in this order, and locks and settles their houses. Throws 400 for
 * `Amount` if an adjustment exceeds the credit or outstanding amount that it uses; if there are several adjustments,
 * the error names the house. Throws ApprovalRequired above a limit of the society. Returns the adjustments as they were
 * before the houses were settled.
 */
export async function addAdjustments(tx: Transaction, inputs: readonly NewAdjustment[]): Promise<Adjustment[]> {
  if (inputs.length === 0) return [];
  await tx.lockRows(plot, [...new Set(inputs.map(({ PlotID }) => PlotID))], "PlotID");
  const receiverIds = [...new Set(inputs.flatMap(({ ToPlotID }) => ToPlotID ?? []))];
  if (receiverIds.length > 0) await tx.lockRows(plot, receiverIds, "ToPlotID");
  for (const input of inputs) assertBookDate(input.Date, tx.today);
  for (const AccountID of new Set(inputs.map((input) => input.AccountID))) await assertActiveAccount(tx, AccountID);
  const houses = new Map(
    (await tx.find(plot, { PlotID: inArray(inputs.map(({ PlotID }) => PlotID)) })).map((house) => [
      house.PlotID,
      house,
    ]),
  );
  const waivedItem = await readWaivedItem(tx, inputs);
  const first = await tx.allocateNumbers("AdjustmentNo", inputs.length);
  const rows: Partial<Adjustment>[] = [];
  for (const [index, { tick, ...input }] of inputs.entries()) {
    const effect = await applyToItemOrCredit(tx, input).catch((error: unknown) => {
      throw inputs.length > 1 ? addHouseNo(error, houses.get(input.PlotID)?.HouseNo ?? "") : error;
    });
    const isOwed = isDebit({ ...input, VoidedAt: null });
    rows.push({
      ...input,
      AdjustmentNo: first + index,
      CategoryID: houses.get(input.PlotID)?.CategoryID,
      SettledPlotID: input.ToPlotID ?? input.PlotID,
      AmountReceived: zero,
      WaivedAmount: zero,
      IsPaid: isOwed ? 0 : 1,
      PaidDate: null,
      Allocations: [],
      RefundedAmount: zero,
      TickedDate: tick?.TickedDate ?? null,
      TickedAccountID: tick?.AccountID ?? null,
      ...effect,
      VoidedAt: null,
      VoidReason: "",
      CreatedAt: tx.now.toISOString(),
    });
  }
  const adjustments = await tx.insertMany(adjustment, rows);
  // A new charge changes nothing else unless its house has credit; many houses can get one at once.
  await settleHousesThatHaveCredit(
    tx,
    adjustments.filter(isDebit).map(({ PlotID }) => PlotID),
  );
  const changedPlotIds = adjustments
    .filter((row) => !isDebit(row))
    .flatMap(({ PlotID, SettledPlotID }) => [PlotID, SettledPlotID]);
  await settleHouses(tx, [...new Set(changedPlotIds)]);
  await assertAdjustmentsWithinLimits(tx, { adjustments, houses, item: waivedItem });
  return adjustments;
}

/**
 * Throws ApprovalRequired if the waivers, refunds or write-offs of one call are together above the society's limit, so
 * that an amount is not divided among houses to stay below it.
 */
async function assertAdjustmentsWithinLimits(
  tx: Transaction,
  {
    adjustments,
    houses,
    item,
  }: { adjustments: readonly Adjustment[]; houses: ReadonlyMap<number, Plot>; item: ItemRow | undefined },
): Promise<void> {
  for (const Kind of ["waiver", "refund", "write-off"] as const) {
    const rows = adjustments.filter((row) => row.Kind === Kind);
    const [first] = rows;
    if (!first) continue;
    await assertWithinLimit(tx, limitOfKind[Kind], {
      Kind,
      PlotID: rows.length === 1 ? first.PlotID : null,
      HouseCount: rows.length,
      // The sum of at most 20,000 amounts is still a safe integer.
      Amount: paisa(Number(sumPaisa(rows.map(({ Amount }) => Amount)))),
      Date: first.Date,
      Subject: item ? nameOfItem(item) : "",
      Reason: first.Reason,
      versions: item ? [versionOfItem(item)] : [...houses.values()].map((house) => versionOf(plot, house)),
    });
  }
}

/** The installment or charge of a single waiver or write-off before it is waived; undefined for other adjustments. */
async function readWaivedItem(tx: Transaction, inputs: readonly AdjustmentInput[]): Promise<ItemRow | undefined> {
  const [input, ...others] = inputs;
  const isItemKind = input?.Kind === "waiver" || input?.Kind === "write-off";
  return input && isItemKind && others.length === 0 ? readItem(tx, input) : undefined;
}

function versionOfItem(item: ItemRow) {
  return "charge" in item ? versionOf(adjustment, item.charge) : versionOf(paymentSchedule, item.installment);
}

function nameOfItem(item: ItemRow): string {
  return "charge" in item ? adjustmentName(item.charge) : formatMonthYear(monthOf(item.installment.DueDate));
}

/** Throws 400 for `field` if nothing can be recorded on the day; see `findDateRefusal`. */
export function assertBookDate(day: Day, today: Day, field = "Date"): void {
  const message = findDateRefusal(day, today);
  if (message) throw invalidField(field, message);
}

/**
 * Why nothing can be recorded on the day: it is after today, or before the first day of the cash account of a new
 * society.
 */
export function findDateRefusal(day: Day, today: Day): Message | undefined {
  if (day > today) return createMessage("date-in-future");
  const first = cashAccount.OpeningDate;
  return day < first ? createMessage("date-too-early", { day: formatDay(first) }) : undefined;
}

/** Adds the house number to the error for an amount that is too large. Returns other errors unchanged. */
function addHouseNo(error: unknown, houseNo: string): unknown {
  if (!(error instanceof HttpError) || error.code !== "too-much") return error;
  return invalidField(
    "Amount",
    createMessage("too-much-of-house", { house: houseNo, amount: error.values?.amount ?? "" }),
  );
}

/**
 * Updates the item or the credit that the adjustment changes. Returns the fields of the adjustment that follow from it.
 */
async function applyToItemOrCredit(
  tx: Transaction,
  input: AdjustmentInput,
): Promise<Pick<Adjustment, "DueDate" | "Credit" | "Funding"> & CreditTick> {
  const none = { DueDate: null, Credit: zero, Funding: [] };
  switch (input.Kind) {
    case "charge":
      return { ...none, DueDate: dueDateOf(input) };
    case "opening":
      return input.Amount > 0
        ? { ...none, DueDate: dueDateOf(input) }
        : { ...none, Credit: subtractPaisa(zero, input.Amount) };
    case "waiver":
    case "write-off":
      return { ...none, ...(await applyWaiver(tx, input)) };
    case "refund":
      return { ...none, Funding: await takeCredit(tx, input) };
    case "transfer":
      return { ...none, Credit: input.Amount, Funding: await takeCredit(tx, input) };
  }
}

/**
 * Voids the adjustment, which keeps its number, and reverses its effects. Throws 409 if it is voided already, if a
 * refund or transfer has used its credit, if it is a charge that has a waiver, if its cash was counted, or if a tick
 * of a locked month has paid its credit. Throws ApprovalRequired above the limit for voids.
 */
export async function voidAdjustment(tx: Transaction, row: Adjustment, reason: string): Promise<void> {
  assertValidRow(adjustment, row);
  if (row.VoidedAt !== null) throw conflict(createMessage("adjustment-voided"), row);
  const plotIds = [...new Set([row.PlotID, row.SettledPlotID])];
  await tx.lockRows(plot, plotIds, "PlotID");
  await assertCreditUnused(tx, row);
  // The void removes the ticked amount from the cash book of the day of the tick. (A voided waiver returns it to the
  // tick.)
  if (row.Kind === "opening" && row.TickedDate !== null) await assertDayOpen(tx, row.TickedDate);
  if (row.WaivedAmount > 0)
    throw conflict(createMessage("in-use", { label: adjustment.label, holder: await readWaiverNames(tx, row) }), row);
  // First the allocations of receipts and credits to this charge, then the allocations of its own credit.
  if (isDebit(row))
    await releaseAllocations(tx, { PlotID: row.PlotID, itemId: chargeItemId(row.AdjustmentID) }, row.AmountReceived);
  await reverseAllocations(tx, row);
  if (row.Kind === "waiver" || row.Kind === "write-off") await revertWaiver(tx, row);
  await returnCredit(tx, row.Funding);
  tx.update(adjustment, row, voidedFields(tx, reason));
  await settleHouses(tx, plotIds);
  await assertWithinLimit(tx, "Void", {
    Kind: "void",
    PlotID: row.PlotID,
    Amount: paisa(Math.abs(row.Amount)),
    Date: row.Date,
    Subject: adjustmentName(row),
    Reason: reason,
    versions: [versionOf(adjustment, row)],
  });
}

/**
 * Voids charges of many houses. The amounts that they have received become credit. Throws 409 if one has a waiver. The
 * caller locks the houses and settles them.
 */
export async function voidCharges(tx: Transaction, rows: readonly Adjustment[], reason: string): Promise<void> {
  const waived = rows.find(({ WaivedAmount }) => WaivedAmount > 0);
  if (waived)
    throw conflict(
      createMessage("in-use", { label: adjustment.label, holder: await readWaiverNames(tx, waived) }),
      waived,
    );
  const paid = rows.filter(({ AmountReceived }) => AmountReceived > 0);
  await releaseManyAllocations(
    tx,
    paid.map(({ PlotID, AdjustmentID, AmountReceived: amount }) => ({
      PlotID,
      itemId: chargeItemId(AdjustmentID),
      amount,
    })),
  );
  for (const row of rows) tx.update(adjustment, row, voidedFields(tx, reason));
}

/** The fields of an adjustment that change when it is voided. */
export function voidedFields(tx: Transaction, VoidReason: string) {
  return {
    AmountReceived: zero,
    IsPaid: 1,
    PaidDate: null,
    Allocations: [],
    Credit: zero,
    Funding: [],
    VoidedAt: tx.now.toISOString(),
    VoidReason,
  } as const satisfies Partial<Adjustment>;
}

async function readWaiverNames(tx: Transaction, { PlotID, AdjustmentID }: Adjustment): Promise<string> {
  const waivers = await tx.find(adjustment, { PlotID, ChargeID: AdjustmentID, VoidedAt: null });
  return waivers.map(adjustmentName).join(", ");
}
