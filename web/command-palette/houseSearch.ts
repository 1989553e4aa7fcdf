import type { RecordOf } from "../../shared/registry.ts";
import type { plot } from "../../shared/resources/plot.ts";
import { foldTerms, foldText } from "../../shared/text.ts";
import type { HouseBalances } from "./PaletteData.tsx";

/** The fields of a plot that the palette shows. */
export type Plot = Pick<RecordOf<typeof plot>, "PlotID" | "HouseNo" | "OwnerName" | "CategoryName">;

/** A house with normalized texts, computed once for fast searching. */
export interface SearchableHouse {
  plot: Plot;
  number: string;
  owner: string;
}

interface HouseSearchResult {
  plots: readonly Plot[];
  /** The number of all matches, of which `plots` has the first. */
  totalCount: number;
}

const houseNumberOrder = new Intl.Collator("en", { numeric: true });

/** Prepares the houses for the search, sorted by number. */
export function toSearchableHouses(plots: readonly Plot[]): readonly SearchableHouse[] {
  return [...plots]
    .sort((a, b) => houseNumberOrder.compare(a.HouseNo, b.HouseNo))
    .map((plot) => ({ plot, number: compactText(plot.HouseNo), owner: foldText(plot.OwnerName) }));
}

/** Finds houses by number and owner. Sorts by rank (exact number, number prefix, other), then by amount due. */
export function findHouses(
  houses: readonly SearchableHouse[],
  { text, balances, limit }: HouseSearchOptions,
): HouseSearchResult {
  const terms = foldTerms(text).map((word) => ({ text: word, number: compactText(word) }));
  const compact = compactText(text);
  if (compact === "")
    return { plots: houses.length > limit ? [] : houses.map(({ plot }) => plot), totalCount: houses.length };
  const matches = houses.flatMap((house) => {
    const rank = rankOf(house, { compact, terms });
    return rank === undefined
      ? []
      : [{ plot: house.plot, rank, due: Number(balances?.get(house.plot.PlotID)?.due ?? 0) }];
  });
  // The sort is stable: houses of equal rank stay sorted by number.
  matches.sort((a, b) => a.rank - b.rank || b.due - a.due);
  return { plots: matches.slice(0, limit).map(({ plot }) => plot), totalCount: matches.length };
}

interface HouseSearchOptions {
  text: string;
  balances: HouseBalances | undefined;
  limit: number;
}

interface HouseQuery {
  compact: string;
  terms: readonly { text: string; number: string }[];
}

function rankOf({ number, owner }: SearchableHouse, { compact, terms }: HouseQuery): number | undefined {
  if (number === compact) return 0;
  if (number.startsWith(compact)) return 1;
  if (terms.every((term) => number.includes(term.number) || owner.includes(term.text))) return 2;
  return undefined;
}

/** Makes B-203, b 203 and b203 equal. */
function compactText(text: string): string {
  return foldText(text).replace(/[-\s/]/g, "");
}
