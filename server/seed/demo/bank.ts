import { addDays, type Day, dayOfMonth, monthOf, monthsBetween } from "../../../shared/dates.ts";
import { type Paisa, toPaisa } from "../../../shared/money.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { accountTransfer } from "../../../shared/resources/account-transfer.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { where } from "../../database/store.ts";
import { bounceCheque, clearCheque, depositCheques } from "../../services/cheque-steps.ts";
import { createTask, dayOfWeek, type StaffTask } from "./staff-task.ts";

/** Mondays and Thursdays. */
const bankDays = [1, 4];
/** The first cheque of this deposit slip is not paid. */
const bouncedSlipId = 3;
/** Cheques stay in hand this long, in case their payers exchange them for cash. */
const minDaysInHand = 3;
/** The cash that is deposited at the end of a month: about the month's receipts less its expenses. */
const cashPerMonth = toPaisa(250_000);
/** The cash that is deposited on each visit to the bank in the recent days. */
const cashPerVisit = toPaisa(25_000);

/** Inserts a deposit of cash at the bank at the end of each month since January of last year, until `tx.today`. */
export async function insertCashDeposits(tx: Transaction, bankAccountId: number): Promise<void> {
  const thisMonth = monthOf(tx.today);
  const days = monthsBetween({ year: thisMonth.year - 1, month: 1 }, thisMonth).map((month) =>
    dayOfMonth({ ...month, day: 31 }),
  );
  await tx.insertMany(
    accountTransfer,
    days
      .filter((day) => day <= tx.today)
      .map((day) =>
        toCashDeposit({
          Date: day,
          ToAccountID: bankAccountId,
          Amount: cashPerMonth,
          CreatedAt: `${day}T10:00:00.000Z`,
        }),
      ),
  );
}

/**
 * What the manager brings to the bank on two days a week: cheques and cash. By the next of these days the bank has
 * cleared the cheques, except one.
 */
export function listBankTasks({ day, bankAccountId }: { day: Day; bankAccountId: number }): StaffTask[] {
  if (!bankDays.includes(dayOfWeek(day))) return [];
  return [
    createTask("manager", (tx) => recordBankAnswers(tx, day)),
    createTask("manager", async (tx) => {
      await tx.insert(
        accountTransfer,
        toCashDeposit({ Date: day, ToAccountID: bankAccountId, Amount: cashPerVisit, CreatedAt: tx.now.toISOString() }),
      );
    }),
    createTask("manager", (tx) => depositChequesInHand(tx, { day, bankAccountId })),
  ];
}

async function recordBankAnswers(tx: Transaction, day: Day): Promise<void> {
  const deposited = await tx.find(cheque, { State: "deposited" });
  const bounced = deposited.find(({ DepositSlipID }) => DepositSlipID === bouncedSlipId);
  for (const row of deposited)
    if (row === bounced) await bounceCheque(tx, row, { Date: day, Reason: "Insufficient funds", Fee: null });
    else await clearCheque(tx, row, day);
}

function toCashDeposit(values: { Date: Day; ToAccountID: number; Amount: Paisa; CreatedAt: string }) {
  return { ...values, FromAccountID: cashAccountId, Reference: "" };
}

async function depositChequesInHand(
  tx: Transaction,
  { day, bankAccountId }: { day: Day; bankAccountId: number },
): Promise<void> {
  const lastDay = addDays(day, -minDaysInHand);
  const inHand = await tx.find(cheque, { State: "in-hand", PaymentDate: where({ $lte: lastDay }) });
  const ChequeIDs = inHand.map(({ ChequeID }) => ChequeID);
  if (ChequeIDs.length > 0) await depositCheques(tx, { AccountID: bankAccountId, Date: day, ChequeIDs });
}
