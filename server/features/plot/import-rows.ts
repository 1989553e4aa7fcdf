import { optionalEmail } from "../../../shared/fields.ts";
import { createMessage } from "../../../shared/messages.ts";
import { cleanOptionalText, isOneOf, nameKey, parseYesNo, toTitleCase } from "../../services/imports/cell-values.ts";
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

/**
 * A normalized plot from an imported spreadsheet. Category, type and floor are names. They and the owner are empty only
 * for an existing house whose stored value remains.
 */
export interface PlotRow {
  rowNumber: number;
  HouseNo: string;
  Category: string;
  Type: string;
  Floor: string;
  OwnerName: string;
  LandlineNo: string;
  MobileNo: string;
  EmailID: string;
  /** Undefined if the cell is empty. */
  IsPlotOnly: boolean | undefined;
}

type ColumnName = Exclude<keyof PlotRow, "rowNumber">;

export const plotColumns: readonly Column<ColumnName>[] = [
  {
    name: "HouseNo",
    aliases: houseAliases,
    isRequired: true,
  },
  { name: "Category", aliases: ["Category", "Category Name", "Cat", "Block", "زمرہ", "بلاک"], isRequired: true },
  { name: "Type", aliases: ["Type", "Type Name", "Plot Type", "House Type", "قسم"], isRequired: true },
  { name: "Floor", aliases: ["Floor", "Floors", "Storey", "Storeys", "منزل", "منزلیں"], isRequired: true },
  {
    name: "OwnerName",
    aliases: ["Owner Name", "Owner", "Name of Owner", "Name", "Owner's Name", "مالک کا نام", "مالک", "نام"],
    isRequired: true,
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

interface ParseOptions {
  /** Names of the existing categories. If there are none, A, B, C and R are allowed. */
  categories?: readonly string[];
  /** The `nameKey`s of the houses that keep a stored value where the cell is empty. */
  housesKeepingValues?: ReadonlySet<string>;
  mapping?: ColumnMapping | undefined;
}

/**
 * Parses the plots of a spreadsheet. Every row is accepted or refused with a reason; rows of totals are skipped. Throws
 * SpreadsheetError when columns are missing.
 */
export function parsePlots(
  rows: readonly SpreadsheetRow[],
  { categories = [], housesKeepingValues = new Set(), mapping }: ParseOptions = {},
): { plots: PlotRow[]; refused: RefusedRow[] } {
  const allowedCategories = categories.length > 0 ? categories : defaultCategories;
  const unifyType = createSpellingUnifier();
  const unifyFloor = createSpellingUnifier();
  const rowNumberByHouse = new Map<string, number>();
  const plots: PlotRow[] = [];
  const refused: RefusedRow[] = [];

  for (const dataRow of readDataRows(rows, plotColumns, mapping)) {
    if (isTotalRow(dataRow, ["HouseNo", "OwnerName"])) continue;
    const reader = new RowReader(dataRow);
    const plot = readPlot(reader, { dataRow, categories: allowedCategories, housesKeepingValues });
    const { reasons } = reader;
    const earlierRowNumber = rowNumberByHouse.get(nameKey(plot.HouseNo));
    if (earlierRowNumber !== undefined)
      reasons.unshift(
        createMessage("duplicate-in-file", { label: "House", value: plot.HouseNo, row: earlierRowNumber }),
      );
    if (reasons.length > 0) {
      refused.push(refuseRow(dataRow.rowNumber, ...reasons));
      continue;
    }
    rowNumberByHouse.set(nameKey(plot.HouseNo), dataRow.rowNumber);
    plots.push({ ...plot, Type: unifyType(plot.Type), Floor: unifyFloor(plot.Floor) });
  }
  return { plots, refused };
}

function readPlot(
  reader: RowReader<ColumnName>,
  {
    dataRow,
    categories,
    housesKeepingValues,
  }: { dataRow: DataRow<ColumnName>; categories: readonly string[]; housesKeepingValues: ReadonlySet<string> },
): PlotRow {
  const keepsValues = housesKeepingValues.has(nameKey(dataRow.cell("HouseNo")));
  const readName = (name: ColumnName, label: string) => {
    const isKept = keepsValues && cleanOptionalText(dataRow.cell(name)) === "";
    const text = isKept ? "" : reader.requiredText(name, label);
    if (text.length > 200) reader.refuse(name, createMessage("too-long", { field: label }));
    return text;
  };
  const readPhone = (name: ColumnName, label: string) => reader.optionalValue(name, label, parseOptionalPhone) ?? "";
  const readCategory = () => {
    const text = readName("Category", "Category");
    const existing = categories.find((name) => nameKey(name) === nameKey(text));
    if (existing === undefined && text !== "")
      reader.refuse("Category", createMessage("unknown-name", { label: "Category", value: shorten(text) }));
    return existing ?? text;
  };
  const readEmail = () => {
    const text = cleanOptionalText(dataRow.cell("EmailID"));
    if (!emailField.safeParse(text).success)
      reader.refuse("EmailID", createMessage("invalid-email", { text: shorten(text) }));
    return text;
  };
  const readPlotOnly = () => {
    const text = dataRow.cell("IsPlotOnly");
    if (isOneOf(text, ["", "-"])) return undefined;
    const isPlotOnly = parseYesNo(text);
    if (isPlotOnly === undefined)
      reader.refuse("IsPlotOnly", createMessage("neither-yes-nor-no", { text: shorten(text) }));
    return isPlotOnly;
  };
  return {
    rowNumber: dataRow.rowNumber,
    HouseNo: readName("HouseNo", "House number"),
    Category: readCategory(),
    Type: readName("Type", "Type"),
    Floor: readName("Floor", "Floor"),
    OwnerName: toTitleCase(readName("OwnerName", "Owner name")),
    LandlineNo: readPhone("LandlineNo", "Landline number"),
    MobileNo: readPhone("MobileNo", "Mobile number"),
    EmailID: readEmail(),
    IsPlotOnly: readPlotOnly(),
  };
}

function parseOptionalPhone(text: string): string | undefined {
  return cleanOptionalText(text) === "" ? "" : parsePhoneNumber(text);
}

/** Creates a function that returns the first spelling of a name. Names that differ only in case are the same name. */
function createSpellingUnifier(): (name: string) => string {
  const spellings = new Map<string, string>();
  return (name) => {
    const spelling = spellings.get(nameKey(name)) ?? name;
    spellings.set(nameKey(name), spelling);
    return spelling;
  };
}

/** The area codes with two digits, without the trunk 0. All other area codes have three digits. */
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
  const areaLength = twoDigitAreaCodes.includes(digits.slice(0, 2)) ? 2 : 3;
  return `0${digits.slice(0, areaLength)}-${digits.slice(areaLength)}`;
}

/** The digits without country code and trunk 0. Undefined for numbers of other countries. */
function toNationalDigits(digits: string, isInternational: boolean): string | undefined {
  if (digits.startsWith("0092")) return stripTrunkPrefix(digits.slice(4));
  if (digits.startsWith("92") && (isInternational || digits.length > 10)) return stripTrunkPrefix(digits.slice(2));
  return isInternational || digits.startsWith("00") ? undefined : stripTrunkPrefix(digits);
}

function stripTrunkPrefix(digits: string): string {
  return digits.startsWith("0") ? digits.slice(1) : digits;
}
