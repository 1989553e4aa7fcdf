import { optionalEmail } from "../../../shared/fields.ts";
import { createMessage } from "../../../shared/messages.ts";
import {
  type Column,
  type ColumnMapping,
  type DataRow,
  houseAliases,
  isTotalRow,
  readDataRows,
} from "../../services/imports/columns.ts";
import { type RefusedRow, RowReader, refuseRow, shorten } from "../../services/imports/keyed-rows.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";
import { cleanOptionalText, nameKey, parseYesNo, toTitleCase } from "../../services/imports/values.ts";

/** A normalized plot from an imported spreadsheet. Category, type and floor are names. */
export interface PlotRow {
  row: number;
  HouseNo: string;
  Category: string;
  Type: string;
  Floor: string;
  OwnerName: string;
  LandlineNo: string;
  MobileNo: string;
  EmailID: string;
  IsPlotOnly: boolean;
}

type ColumnName = Exclude<keyof PlotRow, "row">;

export const plotColumns: readonly Column<ColumnName>[] = [
  {
    name: "HouseNo",
    aliases: houseAliases,
    required: true,
  },
  { name: "Category", aliases: ["Category", "Category Name", "Cat", "Block", "زمرہ", "بلاک"], required: true },
  { name: "Type", aliases: ["Type", "Type Name", "Plot Type", "House Type", "قسم"], required: true },
  { name: "Floor", aliases: ["Floor", "Floors", "Storey", "Storeys", "منزل", "منزلیں"], required: true },
  {
    name: "OwnerName",
    aliases: ["Owner Name", "Owner", "Name of Owner", "Name", "Owner's Name", "مالک کا نام", "مالک", "نام"],
    required: true,
  },
  {
    name: "LandlineNo",
    aliases: ["Landline No", "Landline", "Landline Number", "Telephone", "Tel", "PTCL", "لینڈ لائن", "ٹیلی فون"],
  },
  {
    name: "MobileNo",
    aliases: [
      "Mobile No",
      "Mobile",
      "Mobile Number",
      "Cell No",
      "Cell",
      "Cell Number",
      "Phone No",
      "Phone",
      "Phone Number",
      "Contact No",
      "Contact",
      "موبائل نمبر",
      "موبائل",
      "فون",
    ],
  },
  { name: "EmailID", aliases: ["Email ID", "E-mail", "Email Address", "ای میل"] },
  { name: "IsPlotOnly", aliases: ["Plot only", "Is Plot Only", "صرف پلاٹ"] },
];

const defaultCategories = ["A", "B", "C", "R"];
const emailField = optionalEmail("Invalid email");

/**
 * Parses the plots of a spreadsheet. Every row is either accepted or refused with a reason, except for total rows.
 * `allowed.categories` are the existing categories; without any, A, B, C and R are allowed. Throws SpreadsheetError
 * when columns are missing.
 */
export function parsePlots(
  rows: readonly SpreadsheetRow[],
  allowed: { categories: readonly string[] } = { categories: [] },
  mapping?: ColumnMapping,
): { plots: PlotRow[]; refused: RefusedRow[] } {
  const categories = allowed.categories.length > 0 ? allowed.categories : defaultCategories;
  const sameSpelling = { Type: unifySpelling(), Floor: unifySpelling() };
  const rowOf = new Map<string, number>();
  const plots: PlotRow[] = [];
  const refused: RefusedRow[] = [];

  for (const dataRow of readDataRows(rows, plotColumns, mapping)) {
    if (isTotalRow(dataRow, ["HouseNo", "OwnerName"])) continue;
    const reader = new RowReader(dataRow);
    const plot = readPlot(reader, { dataRow, categories });
    const { reasons } = reader;
    const earlier = rowOf.get(nameKey(plot.HouseNo));
    if (earlier !== undefined)
      reasons.unshift(createMessage("duplicate-in-file", { label: "House", value: plot.HouseNo, row: earlier }));
    if (reasons.length > 0) {
      refused.push(refuseRow(dataRow.row, ...reasons));
      continue;
    }
    rowOf.set(nameKey(plot.HouseNo), dataRow.row);
    plots.push({ ...plot, Type: sameSpelling.Type(plot.Type), Floor: sameSpelling.Floor(plot.Floor) });
  }
  return { plots, refused };
}

function readPlot(
  reader: RowReader<ColumnName>,
  { dataRow, categories }: { dataRow: DataRow<ColumnName>; categories: readonly string[] },
): PlotRow {
  const requiredName = (name: ColumnName, label: string) => {
    const text = reader.requiredText(name, label);
    if (text.length > 200) reader.refuse(name, createMessage("too-long", { field: label }));
    return text;
  };
  const phone = (name: ColumnName, label: string) => reader.optionalValue(name, label, parseOptionalPhone) ?? "";
  const category = () => {
    const text = requiredName("Category", "Category");
    const known = categories.find((name) => nameKey(name) === nameKey(text));
    if (known === undefined && text !== "")
      reader.refuse("Category", createMessage("unknown-name", { label: "Category", value: shorten(text) }));
    return known ?? text;
  };
  const address = () => {
    const text = cleanOptionalText(dataRow.cell("EmailID"));
    if (!emailField.safeParse(text).success)
      reader.refuse("EmailID", createMessage("invalid-email", { text: shorten(text) }));
    return text;
  };
  const plotOnly = () => {
    const text = dataRow.cell("IsPlotOnly");
    const answer = parseYesNo(text);
    if (answer === undefined) reader.refuse("IsPlotOnly", createMessage("neither-yes-nor-no", { text: shorten(text) }));
    return answer ?? false;
  };
  return {
    row: dataRow.row,
    HouseNo: requiredName("HouseNo", "House number"),
    Category: category(),
    Type: requiredName("Type", "Type"),
    Floor: requiredName("Floor", "Floor"),
    OwnerName: toTitleCase(requiredName("OwnerName", "Owner name")),
    LandlineNo: phone("LandlineNo", "Landline number"),
    MobileNo: phone("MobileNo", "Mobile number"),
    EmailID: address(),
    IsPlotOnly: plotOnly(),
  };
}

function parseOptionalPhone(text: string): string | undefined {
  return cleanOptionalText(text) === "" ? "" : parsePhoneNumber(text);
}

/** Returns the first spelling of names that differ in case only. */
function unifySpelling(): (name: string) => string {
  const spellings = new Map<string, string>();
  return (name) => {
    const spelling = spellings.get(nameKey(name)) ?? name;
    spellings.set(nameKey(name), spelling);
    return spelling;
  };
}

// Area codes with two digits (after the 0). All others have three.
const twoDigitAreaCodes =
  "21 22 25 40 41 42 44 46 47 48 49 51 52 53 55 56 57 61 62 63 64 65 66 67 68 71 74 81 86 91".split(" ");

/**
 * Normalizes a Pakistani phone number to `0335-8122250` for mobiles and `042-37050859` for landlines, with or without
 * country code, trunk 0 and separators. Undefined for anything else.
 */
export function parsePhoneNumber(text: string): string | undefined {
  if (!/^\+?[\d\s().\-–/]+$/.test(text)) return undefined;
  const digits = toNationalDigits(text.replace(/\D/g, ""), text.trim().startsWith("+"));
  if (digits === undefined) return undefined;
  if (/^3\d{9}$/.test(digits)) return `0${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (!/^[2-9]\d{8,9}$/.test(digits) || digits.startsWith("3")) return undefined;
  const area = twoDigitAreaCodes.includes(digits.slice(0, 2)) ? 2 : 3;
  return `0${digits.slice(0, area)}-${digits.slice(area)}`;
}

/** The digits without country code and trunk 0. Undefined for numbers of other countries. */
function toNationalDigits(digits: string, international: boolean): string | undefined {
  if (digits.startsWith("0092")) return stripTrunkPrefix(digits.slice(4));
  if (digits.startsWith("92") && (international || digits.length > 10)) return stripTrunkPrefix(digits.slice(2));
  return international || digits.startsWith("00") ? undefined : stripTrunkPrefix(digits);
}

function stripTrunkPrefix(digits: string): string {
  return digits.startsWith("0") ? digits.slice(1) : digits;
}
