import { type Paisa, toPaisa, zero } from "../../../shared/money.ts";
import { categories, floors, type House, type RateGroup, types } from "./houses.ts";

/** What one kind of house pays a month in one year. */
export interface Rate extends RateGroup {
  year: number;
  monthly: Paisa;
  /** Nothing where the category knows no penalty. */
  penalty: Paisa;
}

const monthlyRates = { A: 3_500, B: 2_500, C: 1_800, R: 1_500 } as const;
const penalties = { A: 200, B: 200, C: 150, R: 0 } as const;
const floorFactors = { "Open plot": 0.6, Ground: 1, "Ground + 1": 1.2, "Ground + 2": 1.4 } as const;
const lastYearFactor = 0.92;

/** One rate for each kind of house there is and each of the years; last year's were lower. */
export function makeRates(houses: readonly House[], { thisYear }: { thisYear: number }): Rate[] {
  const kinds = new Set(houses.map(rateKey));
  const all = categories.flatMap((category) =>
    types.flatMap((type) => floors.map((floor) => ({ category, type, floor }))),
  );
  return [thisYear - 1, thisYear].flatMap((year) =>
    all
      .filter((kind) => kinds.has(rateKey(kind)))
      .map((kind) => ({
        ...kind,
        year,
        monthly: amountOf(kind, year === thisYear ? 1 : lastYearFactor),
        penalty: penalties[kind.category] === 0 ? zero : toPaisa(penalties[kind.category]),
      })),
  );
}

/** Alike for houses that pay alike. */
function rateKey({ category, type, floor }: RateGroup): string {
  return `${category} ${type} ${floor}`;
}

/** In steps of 50 rupees. */
function amountOf({ category, type, floor }: RateGroup, share: number): Paisa {
  const rupees = monthlyRates[category] * floorFactors[floor] * (type === "Commercial" ? 1.6 : 1) * share;
  return toPaisa(Math.round(rupees / 50) * 50);
}
