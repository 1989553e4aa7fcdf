import { demoResidentHouseNumbers } from "./houses.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** When and how a house pays. */
export interface PaymentHabit {
  /** Number of fully paid installments until today. */
  paidInstallments: number;
  installmentsPerPayment: number;
  /** Whether several installments are paid after the last of them is due, instead of before the first. */
  paysAfterLastDue: boolean;
  /** The paid share of the next installment; 0 for none. */
  partialShare: number;
  /** Probability of a payment long after the due date. */
  lateProbability: number;
  /** Probability that an installment is ticked as paid instead of getting a receipt. */
  tickProbability: number;
}

/**
 * Most houses pay monthly, some are in arrears, some have never paid. `dueCount` is the number of installments up to
 * this month's.
 */
export function makePaymentHabit(
  random: SeededRandom,
  { house, dueCount, installmentCount }: { house: { HouseNo: string }; dueCount: number; installmentCount: number },
): PaymentHabit {
  const monthsInArrears = pickMonthsInArrears(random, dueCount);
  const monthsInAdvance = monthsInArrears === 0 && random.chance(0.07) ? random.between(1, 2) : 0;
  const paidInstallments = Math.max(0, Math.min(dueCount - monthsInArrears + monthsInAdvance, installmentCount));
  const installmentsPerPayment = random.pick([1, 1, 1, 2, 3] as const);
  return {
    paidInstallments,
    installmentsPerPayment,
    paysAfterLastDue: random.chance(0.3),
    partialShare:
      monthsInArrears > 0 && monthsInArrears < 6 && random.chance(0.25)
        ? random.pick([0.25, 0.4, 0.5, 0.6] as const)
        : 0,
    lateProbability: random.pick([0, 0, 0.05, 0.3] as const),
    tickProbability: random.chance(0.2) ? 0.04 : 0,
    ...residentHabit(house.HouseNo, dueCount),
  };
}

/** The demo resident has paid all installments of the first house, and all but this month's of the second. */
function residentHabit(HouseNo: string, dueCount: number): Partial<PaymentHabit> {
  const index = demoResidentHouseNumbers.indexOf(HouseNo);
  return index < 0 ? {} : { paidInstallments: Math.max(0, dueCount - index), partialShare: 0, lateProbability: 0 };
}

function pickMonthsInArrears(random: SeededRandom, dueCount: number): number {
  const drawn = random.next();
  if (drawn < 0.7) return 0;
  if (drawn < 0.83) return 1;
  if (drawn < 0.86) return 2;
  if (drawn < 0.875) return 3;
  return drawn < 0.92 ? random.between(4, Math.max(4, dueCount)) : dueCount;
}
