import type { Random } from "./random.ts";

/** How a house pays. */
export interface Habit {
  /** How many installments it has paid by today, in full. */
  paid: number;
  /** How many it pays at once. */
  together: number;
  /** Pays several at once after the last has fallen due, not before the first. */
  inArrears: boolean;
  /** The share of the next one that it has paid; 0 for nothing. */
  part: number;
  /** How often it pays only after a reminder. */
  forgets: number;
  /** How often the office ticks the installment instead of writing a receipt. */
  ticked: number;
}

/** Most pay by the month; some are behind, some have never paid at all; `due` counts what has fallen due, this month's included. */
export function makeHabit(random: Random, { due, total }: { due: number; total: number }): Habit {
  const behind = monthsBehind(random, due);
  const ahead = behind === 0 && random.chance(0.07) ? random.between(1, 2) : 0;
  const paid = Math.max(0, Math.min(due - behind + ahead, total));
  const together = random.pick([1, 1, 1, 2, 3] as const);
  return {
    paid,
    together,
    inArrears: random.chance(0.3),
    part: behind > 0 && behind < 6 && random.chance(0.25) ? random.pick([0.25, 0.4, 0.5, 0.6] as const) : 0,
    forgets: random.pick([0, 0, 0.05, 0.3] as const),
    ticked: random.chance(0.2) ? 0.04 : 0,
  };
}

function monthsBehind(random: Random, due: number): number {
  const chance = random.next();
  if (chance < 0.7) return 0;
  if (chance < 0.83) return 1;
  if (chance < 0.86) return 2;
  if (chance < 0.875) return 3;
  return chance < 0.92 ? random.between(4, Math.max(4, due)) : due;
}
