import { addDays, type Day } from "../../../shared/dates.ts";
import { toPaisa, toRupees, zero } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { claim, openClaimFields } from "../../../shared/resources/claim.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { where } from "../../database/store.ts";
import { runOrRequestApproval } from "../../http/approvable-calls.ts";
import { addAdjustments } from "../../services/adjustments.ts";
import { addReceipts } from "../../services/receipts/add-receipts.ts";
import { createTask, type StaffTask } from "./staff-task.ts";

/** The charges of the last days, for services that single houses have ordered. */
const charges = [
  { daysAgo: 26, houseNo: "B-31", rupees: 1_200, reason: "Water tanker" },
  { daysAgo: 19, houseNo: "A-52", rupees: 15_000, reason: "Community hall, wedding" },
  { daysAgo: 12, houseNo: "C-18", rupees: 1_200, reason: "Water tanker" },
  { daysAgo: 5, houseNo: "B-90", rupees: 2_500, reason: "Replacement of a water meter" },
];

const chargeDueDays = 15;
const writeOffDaysAgo = 10;
const waiverDaysAgo = 3;
const [overpaymentDaysAgo, refundDaysAgo] = [8, 1];
const overpayment = { AmountPaid: toPaisa(90_000), Remarks: "Rs 90,000 transferred instead of Rs 9,000" };

interface AdjustmentDay {
  day: Day;
  daysAgo: number;
  bankAccountId: number;
}

/** The adjustments that the manager records on this day. The refund is above the limit and waits for approval. */
export function listAdjustmentTasks({ day, daysAgo, bankAccountId }: AdjustmentDay): StaffTask[] {
  const tasks = charges
    .filter((charge) => charge.daysAgo === daysAgo)
    .map((charge) => createTask("manager", (tx) => addCharge(tx, { ...charge, day })));
  if (daysAgo === writeOffDaysAgo) tasks.push(createTask("manager", (tx) => writeOffOldestInstallment(tx, day)));
  if (daysAgo === waiverDaysAgo) tasks.push(createTask("manager", (tx) => waiveOldestPenalty(tx, day)));
  if (daysAgo === overpaymentDaysAgo) tasks.push(createTask("manager", (tx) => recordOverpayment(tx, day)));
  if (daysAgo === refundDaysAgo)
    tasks.push({ by: "manager", run: (ctx) => requestRefund(ctx, { day, bankAccountId }) });
  return tasks;
}

/** Inserts a claim of the resident: a payment that the office has not confirmed yet. */
export async function addResidentClaim(tx: Transaction, { houseNo, day }: { houseNo: string; day: Day }) {
  const input = claim.input.parse({
    PlotID: await findPlotId(tx, houseNo),
    Amount: 1_800,
    PaymentDate: day,
    Method: "Bank Transfer",
    BankName: "Meezan",
    Reference: "482913",
  });
  const { OwnerName } = await tx.get(plot, input.PlotID);
  await tx.insert(claim, {
    ...input,
    ...openClaimFields,
    OwnerName,
    CreatedAt: tx.now.toISOString(),
    OwnedFrom: null,
  });
}

async function addCharge(
  tx: Transaction,
  { houseNo, rupees, reason, day }: { houseNo: string; rupees: number; reason: string; day: Day },
): Promise<void> {
  const input = { Kind: "charge", Amount: rupees, Date: day, DueDate: addDays(day, chargeDueDays), Reason: reason };
  await addAdjustments(tx, [adjustment.input.parse({ PlotID: await findPlotId(tx, houseNo), ...input })]);
}

async function writeOffOldestInstallment(tx: Transaction, day: Day): Promise<void> {
  const oldest = await findOldestUnpaid(tx, {});
  if (!oldest) return;
  const { PlotID, PaymentScheduleID, Amount } = oldest;
  const input = { PlotID, PaymentScheduleID, Kind: "write-off", Amount: toRupees(Amount), Date: day };
  const Reason = "Plot was in dispute, decided by the committee";
  await addAdjustments(tx, [adjustment.input.parse({ ...input, Reason })]);
}

/** Waives the oldest penalty that is still open. */
async function waiveOldestPenalty(tx: Transaction, day: Day): Promise<void> {
  const oldest = await findOldestUnpaid(tx, { PenaltyApplied: 1 });
  if (!oldest) return;
  const { PlotID, PaymentScheduleID, PenaltyAmount } = oldest;
  const input = {
    PlotID,
    PaymentScheduleID,
    Kind: "waiver",
    Of: "penalty",
    Amount: toRupees(PenaltyAmount),
    Date: day,
  };
  const Reason = "Owner was abroad, decided by the committee";
  await addAdjustments(tx, [adjustment.input.parse({ ...input, Reason })]);
}

async function findOldestUnpaid(tx: Transaction, filter: Partial<Installment>) {
  const unpaid = await tx.find(paymentSchedule, { ...filter, IsPaid: 0, AmountReceived: zero });
  return unpaid.toSorted((a, b) => a.PaymentScheduleID - b.PaymentScheduleID)[0];
}

/** Records a bank transfer that is ten times too high, of the first house in category R that owes nothing. */
async function recordOverpayment(tx: Transaction, day: Day): Promise<void> {
  const due = await tx.find(paymentSchedule, { IsPaid: 0, DueDate: where({ $lte: day }) });
  const debtors = new Set(due.map(({ PlotID }) => PlotID));
  const house = (await tx.find(plot, {})).find(
    ({ PlotID, HouseNo }) => HouseNo.startsWith("R-") && !debtors.has(PlotID),
  );
  if (!house) return;
  const input = paymentReceipt.input.parse({
    HouseNo: house.HouseNo,
    AmountPaid: toRupees(overpayment.AmountPaid),
    PaymentDate: day,
    PaymentMethod: "Bank Transfer",
    BankName: "Meezan",
    Reference: "77120",
    Remarks: overpayment.Remarks,
  });
  await addReceipts(tx, [{ input, house }]);
}

/** Requests the refund of what the overpayment has left as credit. */
async function requestRefund(
  ctx: RequestContext,
  { day, bankAccountId }: { day: Day; bankAccountId: number },
): Promise<void> {
  const receipt = await ctx.transaction((tx) => tx.findFirst(paymentReceipt, overpayment));
  if (!receipt) return;
  const { PlotID, Credit } = receipt;
  const Reason = "Owner transferred ten times the amount";
  const body = { PlotID, Kind: "refund", Amount: toRupees(Credit), Date: day, AccountID: bankAccountId, Reason };
  await runOrRequestApproval(ctx, { operation: `create ${adjustment.name}`, recordId: 0, body }, async () => {
    await ctx.transaction((tx) => addAdjustments(tx, [adjustment.input.parse(body)]));
    return {};
  });
}

async function findPlotId(tx: Transaction, HouseNo: string): Promise<number> {
  const house = await tx.findFirst(plot, { HouseNo });
  if (!house) throw new Error(`The demo has no house ${HouseNo}`);
  return house.PlotID;
}
