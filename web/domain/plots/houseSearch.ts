import { parseConsumerNumber } from "../../../shared/domain/consumer-number.ts";
import { extractCode, parseCode } from "../../../shared/domain/document-code.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { plot } from "../../../shared/resources/plot.ts";
import { compareHouseNumbers, foldTerms, foldText, toLatinDigits } from "../../../shared/text.ts";
import type { BalanceByHouse } from "./useBalanceByHouse.ts";

/** The fields of a plot that search results show. */
export type PlotSummary = Pick<
  RecordOf<typeof plot>,
  "PlotID" | "HouseNo" | "OwnerName" | "CategoryName" | "MobileNo" | "LandlineNo"
>;

/** A house with its texts as they are searched, computed once for all searches. */
export interface SearchableHouse {
  plot: PlotSummary;
  /** The house number, normalized by compactText. */
  number: string;
  /** The owner's name, normalized by foldText. */
  owner: string;
  /** The digits of mobile and landline number. */
  phoneDigits: string;
}

interface HouseSearchResult {
  plots: readonly PlotSummary[];
  /** The number of all matches, of which `plots` has the first. */
  totalCount: number;
  /** The first match if it is the only one or its number is the text. */
  clearMatch: PlotSummary | undefined;
}

/** Prepares the houses for the search, sorted by number. */
export function toSearchableHouses(plots: readonly PlotSummary[]): readonly SearchableHouse[] {
  return [...plots]
    .sort((a, b) => compareHouseNumbers(a.HouseNo, b.HouseNo))
    .map((plot) => ({
      plot,
      number: compactText(plot.HouseNo),
      owner: foldText(plot.OwnerName),
      phoneDigits: [plot.MobileNo, plot.LandlineNo].map(toPhoneDigits).join(" "),
    }));
}

/**
 * Finds houses by number, owner, phone number, the consumer number of their bills and the scanned code of a document.
 * Sorts the matches by rank (exact number, number prefix, other), then by overdue amount, highest first. Without text,
 * returns all houses if they are at most `limit`, otherwise none.
 */
export function searchHouses(
  houses: readonly SearchableHouse[],
  { text, balanceByHouse, limit }: HouseSearchOptions,
): HouseSearchResult {
  const terms = foldTerms(text).map((word) => ({ text: word, number: compactText(word), phone: toPhoneDigits(word) }));
  const compactNumber = compactText(text);
  const houseOfCode = findHouseByCode(houses, text);
  if (houseOfCode) return { plots: [houseOfCode.plot], totalCount: 1, clearMatch: houseOfCode.plot };
  if (compactNumber === "") {
    const plots = houses.length > limit ? [] : houses.map(({ plot }) => plot);
    return { plots, totalCount: plots.length, clearMatch: undefined };
  }
  const phone = toPhoneDigits(text);
  const matches = houses.flatMap((house) => {
    const rank = rankOf(house, { compactNumber, terms, phone });
    const overdue = balanceByHouse?.get(house.plot.PlotID)?.Overdue ?? 0;
    return rank === undefined ? [] : [{ plot: house.plot, rank, overdue }];
  });
  // The sort is stable: other houses stay sorted by number.
  matches.sort((a, b) => a.rank - b.rank || b.overdue - a.overdue);
  return {
    plots: matches.slice(0, limit).map(({ plot }) => plot),
    totalCount: matches.length,
    clearMatch: matches.length === 1 || matches[0]?.rank === 0 ? matches[0]?.plot : undefined,
  };
}

/** The house with this number, in any case, and without its hyphen: `B-203`, `b-203` and `b203`. */
export function findHouseByNumber<House extends Pick<PlotSummary, "HouseNo">>(
  houses: readonly House[],
  houseNo: string,
): House | undefined {
  const lowerCaseHouseNo = houseNo.trim().toLowerCase();
  if (lowerCaseHouseNo === "") return undefined;
  const compact = compactText(houseNo);
  return (
    houses.find(({ HouseNo }) => HouseNo.toLowerCase() === lowerCaseHouseNo) ??
    houses.find(({ HouseNo }) => compactText(HouseNo) === compact)
  );
}

/** The house of a consumer number, or of a document whose code was scanned. */
function findHouseByCode(houses: readonly SearchableHouse[], text: string): SearchableHouse | undefined {
  const PlotID = parseConsumerNumber(text);
  const houseNo = text.includes(".") ? parseCode(extractCode(text))?.payload.h : undefined;
  if (PlotID === undefined && houseNo === undefined) return undefined;
  return houses.find(({ plot }) => plot.PlotID === PlotID || plot.HouseNo === houseNo);
}

interface HouseSearchOptions {
  text: string;
  balanceByHouse?: BalanceByHouse | undefined;
  limit: number;
}

interface HouseQuery {
  /** The text, normalized by compactText. */
  compactNumber: string;
  /** The words of the text, each as it is searched in owners, numbers and phone numbers. */
  terms: readonly { text: string; number: string; phone: string }[];
  /** The text as one phone number, which may contain spaces. */
  phone: string;
}

/** 0 if the number is the text, 1 if it begins with the text, 2 for other matches; undefined for no match. */
function rankOf(
  { number, owner, phoneDigits }: SearchableHouse,
  { compactNumber, terms, phone }: HouseQuery,
): number | undefined {
  if (number === compactNumber) return 0;
  if (number.startsWith(compactNumber)) return 1;
  const hasTerms = terms.every(
    (term) => number.includes(term.number) || owner.includes(term.text) || hasPhone(phoneDigits, term.phone),
  );
  return hasTerms || hasPhone(phoneDigits, phone) ? 2 : undefined;
}

function hasPhone(phoneDigits: string, searched: string): boolean {
  return searched.length >= minPhoneDigits && phoneDigits.includes(searched);
}

/** Fewer digits are not searched in phone numbers, because they are in too many. */
const minPhoneDigits = 4;

/** The digits of a text that consists of a phone number only, else "". `+92 300` and `0300` are equal. */
function toPhoneDigits(phoneNumber: string): string {
  const text = toLatinDigits(phoneNumber);
  if (!/^[\d\s+()-]*$/.test(text)) return "";
  return text.replace(/\D/g, "").replace(/^(00)?92(?=\d{3})/, "0");
}

/** Makes B-203, b 203, b203 and b۲۰۳ equal. */
function compactText(text: string): string {
  return foldText(toLatinDigits(text)).replace(/[-\s/]/g, "");
}
