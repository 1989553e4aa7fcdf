import type { SeededRandom } from "./seeded-random.ts";

/** How a house pays. */
export interface PaymentHabit {
  /** How many installments it has paid by today, in full. */
  paidInstallments: number;
  /** How many it pays at once. */
  installmentsPerPayment: number;
  /** Pays several at once after the last has fallen due, not before the first. */
  inArrears: boolean;
  /** The share of the next one that it has paid; 0 for nothing. */
  partialShare: number;
  /** How often it pays only after a reminder. */
  lateProbability: number;
  /** How often the office ticks the installment instead of writing a receipt. */
  tickProbability: number;
}

/** Most pay by the month; some are behind, some have never paid at all; `due` counts what has fallen due, this month's included. */
export function makePaymentHabit(random: SeededRandom, { due, total }: { due: number; total: number }): PaymentHabit {
  const behind = monthsBehind(random, due);
  const ahead = behind === 0 && random.chance(0.07) ? random.between(1, 2) : 0;
  const paidInstallments = Math.max(0, Math.min(due - behind + ahead, total));
  const installmentsPerPayment = random.pick([1, 1, 1, 2, 3] as const);
  return {
    paidInstallments,
    installmentsPerPayment,
    inArrears: random.chance(0.3),
    partialShare: behind > 0 && behind < 6 && random.chance(0.25) ? random.pick([0.25, 0.4, 0.5, 0.6] as const) : 0,
    lateProbability: random.pick([0, 0, 0.05, 0.3] as const),
    tickProbability: random.chance(0.2) ? 0.04 : 0,
  };
}

function monthsBehind(random: SeededRandom, due: number): number {
  const chance = random.next();
  if (chance < 0.7) return 0;
  if (chance < 0.83) return 1;
  if (chance < 0.86) return 2;
  if (chance < 0.875) return 3;
  return chance < 0.92 ? random.between(4, Math.max(4, due)) : due;
}
