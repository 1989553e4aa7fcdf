import type { RecordOf } from "../../shared/registry.ts";
import type { plot } from "../../shared/resources/plot.ts";
import { foldTerms, foldText } from "../../shared/text.ts";
import type { HouseBalances } from "./houseBalances.ts";

export type Plot = Pick<RecordOf<typeof plot>, "PlotID" | "HouseNo" | "OwnerName" | "CategoryName">;

/** A house with its number and owner folded once, so that a search over thousands costs no more than looking. */
export interface SearchableHouse {
  plot: Plot;
  number: string;
  owner: string;
}

interface HouseSearchResult {
  plots: readonly Plot[];
  /** How many there are, shown or not. */
  count: number;
}

const houseNumberOrder = new Intl.Collator("en", { numeric: true });

/** All houses in the order of their numbers. */
export function toSearchableHouses(plots: readonly Plot[]): readonly SearchableHouse[] {
  return [...plots]
    .sort((a, b) => houseNumberOrder.compare(a.HouseNo, b.HouseNo))
    .map((plot) => ({ plot, number: compactText(plot.HouseNo), owner: foldText(plot.OwnerName) }));
}

/** The best first: the very number, then how it begins, then by what is due; an owner counts like a part of the number. */
export function findHouses(
  houses: readonly SearchableHouse[],
  { text, balances, limit }: HouseSearchOptions,
): HouseSearchResult {
  const terms = foldTerms(text).map((word) => ({ word, number: compactText(word) }));
  const compact = compactText(text);
  if (compact === "")
    return { plots: houses.length > limit ? [] : houses.map(({ plot }) => plot), count: houses.length };
  const hits = houses.flatMap((house) => {
    const rank = rankOf(house, { compact, terms });
    return rank === undefined ? [] : [{ plot: house.plot, rank, due: balances?.get(house.plot.PlotID)?.due ?? 0 }];
  });
  // Equal ones stay in the order of their numbers.
  hits.sort((a, b) => a.rank - b.rank || b.due - a.due);
  return { plots: hits.slice(0, limit).map(({ plot }) => plot), count: hits.length };
}

interface HouseSearchOptions {
  text: string;
  balances: HouseBalances | undefined;
  limit: number;
}

interface HouseQuery {
  compact: string;
  terms: readonly { word: string; number: string }[];
}

function rankOf({ number, owner }: SearchableHouse, { compact, terms }: HouseQuery): number | undefined {
  if (number === compact) return 0;
  if (number.startsWith(compact)) return 1;
  if (terms.every((each) => number.includes(each.number) || owner.includes(each.word))) return 2;
  return undefined;
}

/** B-203, b 203 and b203 are the same house. */
function compactText(text: string): string {
  return foldText(text).replace(/[-\s/]/g, "");
}
