import type { z } from "zod";
import { type Day, formatMonthYear, monthOf } from "../../shared/dates.ts";
import { chargeItemId, creditGiven, dueDateOf, isDebit, toChargeRow } from "../../shared/domain/adjustments.ts";
import { baseAmount, chargedAmount, isSettled, outstandingAmount } from "../../shared/domain/schedule.ts";
import { toBit } from "../../shared/fields.ts";
import { createMessage } from "../../shared/messages.ts";
import {
  addPaisa,
  formatPaisa,
  type Paisa,
  type PaisaSum,
  paisa,
  subtractPaisa,
  sumPaisa,
  zero,
} from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { conflict, HttpError, invalidField } from "../errors.ts";
import { assertOpenAccount } from "./accounts.ts";
import { assertWithinLimit, versionOf } from "./approval-limits.ts";
import {
  assertValidInstallment,
  type ItemRow,
  readCreditSources,
  releaseAllocations,
  releaseManyAllocations,
  reverseAllocations,
  settleHouses,
  settleHousesWithCredit,
} from "./settlement.ts";
import { assertValidRow, isValidRow } from "./valid-rows.ts";

type Receipt = RowOf<typeof paymentReceipt>;
type Installment = RowOf<typeof paymentSchedule>;
export type AdjustmentInput = z.output<typeof adjustment.input>;

/** An adjustment to create. `tick`: the installment whose tick paid the credit of an opening balance. */
export type NewAdjustment = AdjustmentInput & { tick?: Tick };

/** The day and account of a tick. */
type Tick = Pick<Installment, "TickedDate" | "AccountID">;

/** The input of a kind that names no installment, charge or other house. */
export const noReferences = {
  PaymentScheduleID: null,
  ChargeID: null,
  Of: "amount",
  ToPlotID: null,
  AccountID: null,
} as const;

/**
 * Creates adjustments with consecutive numbers in this order and settles their houses. Throws 400 at the field when an
 * adjustment takes more than there is, with the house if there are several adjustments; then nothing is changed.
 */
export async function addAdjustments(tx: Transaction, inputs: readonly NewAdjustment[]): Promise<Adjustment[]> {
  if (inputs.length === 0) return [];
  await tx.lockReferences(plot, [...new Set(inputs.map(({ PlotID }) => PlotID))], "PlotID");
  const receivers = [...new Set(inputs.flatMap(({ ToPlotID }) => ToPlotID ?? []))];
  if (receivers.length > 0) await tx.lockReferences(plot, receivers, "ToPlotID");
  for (const input of inputs) assertNotInFuture(input, tx.today);
  const houses = new Map(
    (await tx.find(plot, { PlotID: inArray(inputs.map(({ PlotID }) => PlotID)) })).map((house) => [
      house.PlotID,
      house,
    ]),
  );
  const item = await readLoweredItem(tx, inputs);
  const first = await tx.nextNumber("AdjustmentNo", inputs.length);
  const rows: Partial<Adjustment>[] = [];
  for (const [index, { tick, ...input }] of inputs.entries()) {
    if (input.Kind === "refund") await assertOpenAccount(tx, input.AccountID);
    const effect = await applyToItemOrCredit(tx, input).catch((error: unknown) => {
      throw inputs.length > 1 ? withHouse(error, houses.get(input.PlotID)?.HouseNo ?? "") : error;
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
  await settleHousesWithCredit(
    tx,
    adjustments.filter(isDebit).map(({ PlotID }) => PlotID),
  );
  const changed = adjustments
    .filter((row) => !isDebit(row))
    .flatMap(({ PlotID, SettledPlotID }) => [PlotID, SettledPlotID]);
  await settleHouses(tx, [...new Set(changed)]);
  await assertAdjustmentsWithinLimits(tx, { adjustments, houses, item });
  return adjustments;
}

const limitOfKind = { waiver: "Waiver", refund: "Refund", "write-off": "WriteOff" } as const;

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
  }: { adjustments: readonly Adjustment[]; houses: ReadonlyMap<number, RowOf<typeof plot>>; item: ItemRow | undefined },
): Promise<void> {
  for (const Kind of ["waiver", "refund", "write-off"] as const) {
    const rows = adjustments.filter((row) => row.Kind === Kind);
    const [first] = rows;
    if (!first) continue;
    await assertWithinLimit(tx, limitOfKind[Kind], {
      Kind,
      PlotID: rows.length === 1 ? first.PlotID : null,
      HouseCount: rows.length,
      // At most 20,000 houses with an amount that is a safe integer of paisa also as their sum.
      Amount: paisa(Number(sumPaisa(rows.map(({ Amount }) => Amount)))),
      Date: first.Date,
      Subject: item ? nameOfItem(item) : "",
      Reason: first.Reason,
      versions: item ? [versionOfItem(item)] : [...houses.values()].map((house) => versionOf(plot, house)),
    });
  }
}

/** The installment or charge that a single waiver or write-off lowers, as it is before. */
async function readLoweredItem(tx: Transaction, inputs: readonly AdjustmentInput[]): Promise<ItemRow | undefined> {
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

/** Throws 400 for an adjustment of a later day. */
export function assertNotInFuture({ Date: date }: Pick<AdjustmentInput, "Date">, today: Day): void {
  if (date > today) throw invalidField("Date", createMessage("date-in-future"));
}

/** The refusal of too large an amount with the number of the house. */
function withHouse(error: unknown, house: string): unknown {
  if (!(error instanceof HttpError) || error.code !== "too-much") return error;
  return invalidField("Amount", createMessage("too-much-of-house", { house, amount: error.values?.amount ?? "" }));
}

/** Changes what the adjustment concerns beside its own row. Returns the credit that it gives and that it has used. */
async function applyToItemOrCredit(
  tx: Transaction,
  input: AdjustmentInput,
): Promise<Pick<Adjustment, "DueDate" | "Credit" | "Funding"> & TickedCredit> {
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
      return { ...none, ...(await lowerItem(tx, input)) };
    case "refund":
      return { ...none, Funding: await takeCredit(tx, input) };
    case "transfer":
      return { ...none, Credit: input.Amount, Funding: await takeCredit(tx, input) };
  }
}

/** The day and account of the tick that has paid the credit of an adjustment. */
type TickedCredit = Partial<Pick<Adjustment, "TickedDate" | "TickedAccountID">>;

/**
 * Lowers what is due of the item. Returns its due date, and what a tick had paid beyond the lowered amount: that
 * becomes credit of the adjustment.
 */
async function lowerItem(
  tx: Transaction,
  input: AdjustmentInput,
): Promise<Pick<Adjustment, "DueDate" | "Credit"> & TickedCredit> {
  const item = await readItem(tx, input);
  if ("charge" in item) {
    const row = toChargeRow(item.charge);
    assertAtMost(input.Amount, outstandingAmount(row));
    const WaivedAmount = addPaisa(row.WaivedAmount, input.Amount);
    tx.update(adjustment, item.charge, { WaivedAmount, IsPaid: toBit(isSettled({ ...row, WaivedAmount })) });
    return { DueDate: row.DueDate, Credit: zero };
  }
  const { installment } = item;
  const { DueDate, PenaltyAmount, PenaltyApplied, WaivedPenalty, WaivedAmount } = installment;
  if (input.Of === "penalty") {
    assertAtMost(input.Amount, PenaltyApplied ? subtractPaisa(PenaltyAmount, WaivedPenalty) : zero);
    const Credit = await lowerInstallment(tx, installment, { WaivedPenalty: addPaisa(WaivedPenalty, input.Amount) });
    return { DueDate, Credit, ...tickOf(Credit, installment) };
  }
  assertAtMost(input.Amount, paisa(Math.min(outstandingAmount(installment), baseAmount(installment))));
  const Credit = await lowerInstallment(tx, installment, { WaivedAmount: addPaisa(WaivedAmount, input.Amount) });
  return { DueDate, Credit, ...tickOf(Credit, installment) };
}

function tickOf(credit: Paisa, { TickedDate, AccountID: TickedAccountID }: Tick): TickedCredit {
  return credit === zero ? {} : { TickedDate, TickedAccountID };
}

/**
 * Stores the installment with its new waived amount. What it had received beyond the lowered charge is released:
 * receipts get it back as credit. Returns the part that a tick had paid.
 */
async function lowerInstallment(
  tx: Transaction,
  installment: Installment,
  waived: Partial<Pick<Installment, "WaivedAmount" | "WaivedPenalty">>,
): Promise<Paisa> {
  const { PlotID, PaymentScheduleID: itemId } = installment;
  const lowered = { ...installment, ...waived };
  const excess = paisa(Math.max(0, lowered.AmountReceived - chargedAmount(lowered)));
  const ticked = excess === zero ? zero : await releaseAllocations(tx, { PlotID, itemId }, excess);
  const AmountReceived = subtractPaisa(lowered.AmountReceived, excess);
  const TickedAmount = subtractPaisa(lowered.TickedAmount, ticked);
  tx.update(paymentSchedule, installment, {
    ...waived,
    AmountReceived,
    TickedAmount,
    TickedDate: TickedAmount === zero ? null : lowered.TickedDate,
    AccountID: TickedAmount === zero ? null : lowered.AccountID,
    IsPaid: toBit(isSettled({ ...lowered, AmountReceived })),
  });
  return ticked;
}

/** Takes the amount from the house's credit, oldest first. Returns what it took from which receipt or adjustment. */
async function takeCredit(tx: Transaction, { PlotID, Amount }: AdjustmentInput): Promise<Adjustment["Funding"]> {
  const sources = (await readCreditSources(tx, [PlotID])).get(PlotID) ?? [];
  assertAtMost(Amount, sumPaisa(sources.map(({ Credit }) => Credit)));
  const funding: Adjustment["Funding"] = [];
  let remaining = Amount;
  for (const { stored } of sources) {
    const row = "receipt" in stored ? stored.receipt : stored.adjustment;
    const taken = paisa(Math.min(remaining, row.Credit));
    if (taken === zero) continue;
    remaining = subtractPaisa(remaining, taken);
    const change = { Credit: subtractPaisa(row.Credit, taken), RefundedAmount: addPaisa(row.RefundedAmount, taken) };
    if ("receipt" in stored) {
      tx.update(paymentReceipt, stored.receipt, change);
      funding.push({ PaymentReceiptID: stored.receipt.PaymentReceiptID, Amount: taken });
    } else {
      tx.update(adjustment, stored.adjustment, change);
      funding.push({ AdjustmentID: stored.adjustment.AdjustmentID, Amount: taken });
    }
  }
  return funding;
}

/**
 * Undoes the adjustment as if it had not been made; its row keeps its number. Throws 409 when it is voided already, and
 * when its credit was used by a refund or transfer or its charge was lowered.
 */
export async function voidAdjustment(tx: Transaction, row: Adjustment, reason: string): Promise<void> {
  assertValidRow(adjustment, row);
  if (row.VoidedAt !== null) throw conflict(createMessage("adjustment-voided"), row);
  const houses = [...new Set([row.PlotID, row.SettledPlotID])];
  await tx.lockReferences(plot, houses, "PlotID");
  await assertCreditUnused(tx, row);
  if (row.WaivedAmount > 0)
    throw conflict(createMessage("in-use", { label: adjustment.label, holder: await namesOfWaivers(tx, row) }), row);
  if (isDebit(row))
    await releaseAllocations(tx, { PlotID: row.PlotID, itemId: chargeItemId(row.AdjustmentID) }, row.AmountReceived);
  await reverseAllocations(tx, row);
  if (row.Kind === "waiver" || row.Kind === "write-off") await raiseItem(tx, row);
  await returnCredit(tx, row.Funding);
  tx.update(adjustment, row, voidedState(tx, reason));
  await settleHouses(tx, houses);
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
 * Voids charges of many houses; what they have received becomes credit. Throws 409 when one was lowered. The caller locks
 * the houses and settles them.
 */
export async function voidCharges(tx: Transaction, rows: readonly Adjustment[], reason: string): Promise<void> {
  const lowered = rows.find(({ WaivedAmount }) => WaivedAmount > 0);
  if (lowered)
    throw conflict(
      createMessage("in-use", { label: adjustment.label, holder: await namesOfWaivers(tx, lowered) }),
      lowered,
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
  for (const row of rows) tx.update(adjustment, row, voidedState(tx, reason));
}

function voidedState(tx: Transaction, VoidReason: string) {
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

/** Throws 409 when a refund or transfer has used credit of this receipt or adjustment. */
export async function assertCreditUnused(tx: Transaction, row: Receipt | Adjustment): Promise<void> {
  if (row.RefundedAmount === zero) return;
  const isSource = (funding: Adjustment["Funding"][number]) =>
    "AdjustmentID" in row
      ? funding.AdjustmentID === row.AdjustmentID
      : funding.PaymentReceiptID === row.PaymentReceiptID;
  const PlotID = "AdjustmentID" in row ? row.SettledPlotID : row.PlotID;
  const adjustments = await tx.find(adjustment, { PlotID, VoidedAt: null });
  const users = adjustments.filter((other) => isValidRow(adjustment, other) && other.Funding.some(isSource));
  throw conflict(createMessage("credit-used", { by: users.map(adjustmentName).join(", ") }), row);
}

async function namesOfWaivers(tx: Transaction, { PlotID, AdjustmentID }: Adjustment): Promise<string> {
  const waivers = await tx.find(adjustment, { PlotID, ChargeID: AdjustmentID, VoidedAt: null });
  return waivers.map(adjustmentName).join(", ");
}

/** Makes the waived amount of a waiver or write-off due again, and gives a tick back what became credit. */
async function raiseItem(tx: Transaction, row: Adjustment): Promise<void> {
  const item = await readItem(tx, row);
  if ("charge" in item) {
    const WaivedAmount = subtractPaisa(item.charge.WaivedAmount, row.Amount);
    tx.update(adjustment, item.charge, {
      WaivedAmount,
      IsPaid: toBit(isSettled({ ...toChargeRow(item.charge), WaivedAmount })),
    });
    return;
  }
  const { installment } = item;
  const ticked = creditGiven(row);
  const field = row.Of === "penalty" ? "WaivedPenalty" : "WaivedAmount";
  const raised = {
    [field]: subtractPaisa(installment[field], row.Amount),
    AmountReceived: addPaisa(installment.AmountReceived, ticked),
    TickedAmount: addPaisa(installment.TickedAmount, ticked),
    ...(ticked === zero
      ? {}
      : { TickedDate: installment.TickedDate ?? row.TickedDate ?? row.Date, AccountID: row.TickedAccountID }),
  };
  tx.update(paymentSchedule, installment, { ...raised, IsPaid: toBit(isSettled({ ...installment, ...raised })) });
}

/** Gives the credit that a refund or transfer used back to its receipts and adjustments. */
async function returnCredit(tx: Transaction, funding: Adjustment["Funding"]): Promise<void> {
  for (const { PaymentReceiptID, AdjustmentID, Amount } of funding) {
    const change = (row: Receipt | Adjustment) => ({
      Credit: addPaisa(row.Credit, Amount),
      RefundedAmount: subtractPaisa(row.RefundedAmount, Amount),
    });
    if (PaymentReceiptID !== undefined) {
      const receipt = await tx.get(paymentReceipt, PaymentReceiptID);
      tx.update(paymentReceipt, receipt, change(receipt));
    }
    if (AdjustmentID !== undefined) {
      const source = await tx.get(adjustment, AdjustmentID);
      tx.update(adjustment, source, change(source));
    }
  }
}

/** The installment or charge that the adjustment names. Throws 400 at its field when the house does not have it. */
async function readItem(
  tx: Transaction,
  { PlotID, PaymentScheduleID, ChargeID }: Pick<AdjustmentInput, "PlotID" | "PaymentScheduleID" | "ChargeID">,
): Promise<ItemRow> {
  const installment = PaymentScheduleID && (await tx.findFirst(paymentSchedule, { PlotID, PaymentScheduleID }));
  if (installment) {
    assertValidInstallment(installment);
    return { installment };
  }
  const charge = ChargeID && (await tx.findFirst(adjustment, { PlotID, AdjustmentID: ChargeID }));
  if (charge && isDebit(charge)) {
    assertValidRow(adjustment, charge);
    return { charge };
  }
  const [field, label] = ChargeID ? ["ChargeID", "Charge"] : ["PaymentScheduleID", paymentSchedule.label];
  throw invalidField(field, createMessage("unknown-reference", { label }));
}

function assertAtMost(amount: Paisa, most: PaisaSum): void {
  if (amount > most) throw invalidField("Amount", createMessage("too-much", { amount: formatPaisa(most) }));
}
