import { addDays, monthOf, societyDayAt } from "../../../shared/dates.ts";
import { toPaisa } from "../../../shared/money.ts";
import { account, cashAccountId } from "../../../shared/resources/account.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { society } from "../../../shared/resources/society.ts";
import type { Clock } from "../../clock.ts";
import type { Core } from "../../core.ts";
import { insertCashDeposits } from "./bank.ts";
import { makeExpenses } from "./expenses.ts";
import { makeHouses } from "./houses.ts";
import { insertPayments } from "./payments.ts";
import { insertPlotsAndLookups } from "./plots.ts";
import { findResident, insertStaff, writeRecentDays } from "./recent-days.ts";
import { insertSchedule } from "./schedule.ts";
import { SeededRandom } from "./seeded-random.ts";
import { demoSociety } from "./society.ts";

const seed = 1947;

const demoBankAccount = {
  IsActive: true,
  AccountName: "HBL Ravi Road",
  Kind: "bank",
  OpeningBalance: toPaisa(250_000),
  OpeningDate: "2024-12-31",
} as const;

/** Charged for the cheque that is not paid. */
const bounceFee = toPaisa(500);

/** The days before today that the staff writes in commits of their own. */
const recentDayCount = 30;

/**
 * Fills an empty database with a demo society: 640 plots with two years of charges, payments and expenses until today.
 * One transaction writes all but the last 30 days. The staff writes those record by record, so that the activity and
 * the audit look like those of an office. Sets the clock to the time of each commit, and resets it at the end. Runs on
 * the same day insert the same records.
 */
export async function seedDemo(
  core: Core,
  { clock, savesMailsAsFiles }: { clock: Clock; savesMailsAsFiles: boolean },
): Promise<void> {
  const now = clock.now();
  const today = societyDayAt(now);
  const lastBulkDay = addDays(today, -recentDayCount);
  clock.set(new Date(`${lastBulkDay}T12:00:00.000Z`));
  const ctx = core.createSystemContext("demo").withoutGroupCommit();
  const recentWork = await ctx.transaction(async (tx) => {
    // Another server that started at the same time has written it.
    if (await tx.findFirst(plot, {})) return undefined;
    // Begins anew when the transaction is retried, so that the records do not depend on it.
    const random = new SeededRandom(seed);
    const houses = makeHouses(random);
    const [profile] = await tx.find(society, {});
    const { AccountID } = await tx.insert(account, demoBankAccount);
    const MethodAccounts = { Cash: cashAccountId, "Bank Transfer": AccountID, Cheque: AccountID, Online: AccountID };
    if (profile) tx.update(society, profile, { ...demoSociety, BounceFee: bounceFee, MethodAccounts });
    const seededPlots = await insertPlotsAndLookups(tx, houses);
    const schedule = await insertSchedule(tx, { ...seededPlots, houses, thisYear: monthOf(today).year });
    const recentPayments = await insertPayments(tx, { plots: seededPlots.plots, schedule, random, lastDay: today });
    const demoExpenses = makeExpenses(random, { today, bankAccountId: AccountID });
    await insertCashDeposits(tx, AccountID);
    const isRecent = ({ CreatedAt }: { CreatedAt: string }) => CreatedAt.slice(0, 10) > lastBulkDay;
    await tx.insertMany(
      expenses,
      demoExpenses.filter((row) => !isRecent(row)),
    );
    return {
      payments: recentPayments,
      expenses: demoExpenses.filter(isRecent),
      staff: await insertStaff(tx),
      resident: await findResident(tx),
      bankAccountId: AccountID,
    };
  });
  if (recentWork)
    await writeRecentDays(core, { ...recentWork, savesMailsAsFiles, clock, from: addDays(lastBulkDay, 1), now });
  clock.set(undefined);
}
