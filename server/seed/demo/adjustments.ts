import { addDays, type Day, daysBetween } from "../../../shared/dates.ts";
import { toRupees, zero } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { claim, openClaim } from "../../../shared/resources/claim.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { addAdjustments } from "../../services/adjustments.ts";

/** The charges of the last days, for services that single houses have ordered. */
const charges = [
  { daysAgo: 26, houseNo: "B-31", rupees: 1_200, reason: "Water tanker" },
  { daysAgo: 19, houseNo: "A-52", rupees: 15_000, reason: "Community hall, wedding" },
  { daysAgo: 12, houseNo: "C-18", rupees: 1_200, reason: "Water tanker" },
  { daysAgo: 5, houseNo: "B-90", rupees: 2_500, reason: "Replacement of a water meter" },
];

const chargeDueDays = 15;
const waiverDaysAgo = 3;

/** The adjustments that the staff records on this day, each as a task for a transaction of its own. */
export function listAdjustmentTasks({ day, today }: { day: Day; today: Day }): ((tx: Transaction) => Promise<void>)[] {
  const daysAgo = daysBetween(day, today);
  const tasks = charges
    .filter((charge) => charge.daysAgo === daysAgo)
    .map((charge) => (tx: Transaction) => addCharge(tx, { ...charge, day }));
  return daysAgo === waiverDaysAgo ? [...tasks, (tx) => waiveOldestPenalty(tx, day)] : tasks;
}

/** What the resident claims to have paid, which waits for the office. */
export async function addResidentClaim(tx: Transaction, { houseNo, day }: { houseNo: string; day: Day }) {
  const input = claim.input.parse({
    PlotID: await findPlotId(tx, houseNo),
    Amount: 1_800,
    PaymentDate: day,
    Method: "Bank Transfer",
    BankName: "Meezan",
    Reference: "482913",
  });
  await tx.insert(claim, {
    ...input,
    ...openClaim,
    CreatedAt: tx.now.toISOString(),
  });
}

async function addCharge(
  tx: Transaction,
  { houseNo, rupees, reason, day }: { houseNo: string; rupees: number; reason: string; day: Day },
): Promise<void> {
  const input = { Kind: "charge", Amount: rupees, Date: day, DueDate: addDays(day, chargeDueDays), Reason: reason };
  await addAdjustments(tx, [adjustment.input.parse({ PlotID: await findPlotId(tx, houseNo), ...input })]);
}

/** Waives the oldest penalty that is still open. */
async function waiveOldestPenalty(tx: Transaction, day: Day): Promise<void> {
  const unpaid = await tx.find(paymentSchedule, { IsPaid: 0, PenaltyApplied: 1, AmountReceived: zero });
  const oldest = unpaid.toSorted((a, b) => a.PaymentScheduleID - b.PaymentScheduleID)[0];
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
  await addAdjustments(tx, [
    adjustment.input.parse({ ...input, Reason: "Owner was abroad, decided by the committee" }),
  ]);
}

async function findPlotId(tx: Transaction, HouseNo: string): Promise<number> {
  const house = await tx.findFirst(plot, { HouseNo });
  if (!house) throw new Error(`The demo has no house ${HouseNo}`);
  return house.PlotID;
}
