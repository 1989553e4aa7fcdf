import type { PaisaSum } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { plot } from "../../../shared/resources/plot.ts";
import { foldTerms, foldText } from "../../../shared/text.ts";

/** The fields of a plot that search results show. */
export type Plot = Pick<
  RecordOf<typeof plot>,
  "PlotID" | "HouseNo" | "OwnerName" | "CategoryName" | "MobileNo" | "LandlineNo"
>;

/** A house with normalized texts, computed once for fast searching. */
export interface SearchableHouse {
  plot: Plot;
  number: string;
  owner: string;
  /** The digits of mobile and landline number. */
  phones: string;
}

interface HouseSearchResult {
  plots: readonly Plot[];
  /** The number of all matches, of which `plots` has the first. */
  totalCount: number;
  /** The first match if the search means this house only: it is the only one, or its number is the text. */
  exactMatch: Plot | undefined;
}

const houseNumberOrder = new Intl.Collator("en", { numeric: true });

/** Prepares the houses for the search, sorted by number. */
export function toSearchableHouses(plots: readonly Plot[]): readonly SearchableHouse[] {
  return [...plots]
    .sort((a, b) => houseNumberOrder.compare(a.HouseNo, b.HouseNo))
    .map((plot) => ({
      plot,
      number: compactText(plot.HouseNo),
      owner: foldText(plot.OwnerName),
      phones: [plot.MobileNo, plot.LandlineNo].map(toPhoneDigits).join(" "),
    }));
}

/** Finds houses by number, owner and phone number. Sorts by rank (exact number, number prefix, other), then by amount due. */
export function findHouses(
  houses: readonly SearchableHouse[],
  { text, balances, limit }: HouseSearchOptions,
): HouseSearchResult {
  const terms = foldTerms(text).map((word) => ({ text: word, number: compactText(word) }));
  const compact = compactText(text);
  if (compact === "") {
    const plots = houses.length > limit ? [] : houses.map(({ plot }) => plot);
    return { plots, totalCount: plots.length, exactMatch: undefined };
  }
  const phone = toPhoneDigits(text);
  const matches = houses.flatMap((house) => {
    const rank = rankOf(house, { compact, terms, phone });
    return rank === undefined
      ? []
      : [{ plot: house.plot, rank, due: Number(balances?.get(house.plot.PlotID)?.due ?? 0) }];
  });
  // The sort is stable: houses of equal rank stay sorted by number.
  matches.sort((a, b) => a.rank - b.rank || b.due - a.due);
  return {
    plots: matches.slice(0, limit).map(({ plot }) => plot),
    totalCount: matches.length,
    exactMatch: matches.length === 1 || matches[0]?.rank === 0 ? matches[0]?.plot : undefined,
  };
}

/** The house with this number, in any case. */
export function findHouse<House extends Pick<Plot, "HouseNo">>(
  houses: readonly House[],
  houseNo: string,
): House | undefined {
  const lowerCaseHouseNo = houseNo.trim().toLowerCase();
  return houses.find(({ HouseNo }) => HouseNo.toLowerCase() === lowerCaseHouseNo);
}

interface HouseSearchOptions {
  text: string;
  /** By PlotID. */
  balances?: ReadonlyMap<number, { due: PaisaSum }> | undefined;
  limit: number;
}

interface HouseQuery {
  compact: string;
  terms: readonly { text: string; number: string }[];
  phone: string;
}

function rankOf({ number, owner, phones }: SearchableHouse, { compact, terms, phone }: HouseQuery): number | undefined {
  if (number === compact) return 0;
  if (number.startsWith(compact)) return 1;
  if (terms.every((term) => number.includes(term.number) || owner.includes(term.text))) return 2;
  if (phone.length >= minPhoneDigits && phones.includes(phone)) return 2;
  return undefined;
}

/** Fewer digits are not searched in phone numbers, because they are in too many. */
const minPhoneDigits = 4;

/** The digits of a text that consists of a phone number only, else "". `+92 300` and `0300` are equal. */
function toPhoneDigits(text: string): string {
  if (!/^[\d\s+()-]*$/.test(text)) return "";
  return text.replace(/\D/g, "").replace(/^(00)?92(?=\d{3})/, "0");
}

/** Makes B-203, b 203 and b203 equal. */
function compactText(text: string): string {
  return foldText(text).replace(/[-\s/]/g, "");
}
