import type { RecordOf } from "../../shared/registry.ts";
import type { plot } from "../../shared/resources/plot.ts";
import type { Dues } from "./dues.ts";
import { foldedWords, foldText } from "./fold.ts";

export type Plot = Pick<RecordOf<typeof plot>, "PlotID" | "HouseNo" | "OwnerName" | "CategoryName">;

/** A house with its number and owner folded once, so that a search over thousands costs no more than looking. */
export interface Findable {
  plot: Plot;
  number: string;
  owner: string;
}

interface Found {
  shown: readonly Plot[];
  /** How many there are, shown or not. */
  count: number;
}

const natural = new Intl.Collator("en", { numeric: true });

/** All houses in the order of their numbers. */
export function findable(plots: readonly Plot[]): readonly Findable[] {
  return [...plots]
    .sort((a, b) => natural.compare(a.HouseNo, b.HouseNo))
    .map((plot) => ({ plot, number: bare(plot.HouseNo), owner: foldText(plot.OwnerName) }));
}

/** The best first: the very number, then how it begins, then by what is due; an owner counts like a part of the number. */
export function findHouses(houses: readonly Findable[], { text, dues, most }: FindHouses): Found {
  const words = foldedWords(text).map((word) => ({ word, number: bare(word) }));
  const sought = bare(text);
  if (sought === "") return { shown: houses.length > most ? [] : houses.map(({ plot }) => plot), count: houses.length };
  const hits = houses.flatMap((house) => {
    const rank = rankOf(house, { sought, words });
    return rank === undefined ? [] : [{ plot: house.plot, rank, due: dues?.get(house.plot.PlotID)?.now ?? 0 }];
  });
  // Equal ones stay in the order of their numbers.
  hits.sort((a, b) => a.rank - b.rank || b.due - a.due);
  return { shown: hits.slice(0, most).map(({ plot }) => plot), count: hits.length };
}

interface FindHouses {
  text: string;
  dues: Dues | undefined;
  most: number;
}

interface Sought {
  sought: string;
  words: readonly { word: string; number: string }[];
}

function rankOf({ number, owner }: Findable, { sought, words }: Sought): number | undefined {
  if (number === sought) return 0;
  if (number.startsWith(sought)) return 1;
  if (words.every((each) => number.includes(each.number) || owner.includes(each.word))) return 2;
  return undefined;
}

/** B-203, b 203 and b203 are the same house. */
function bare(text: string): string {
  return foldText(text).replace(/[-\s/]/g, "");
}
