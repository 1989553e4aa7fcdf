import { optionalEmail } from "../../../shared/fields.ts";
import {
  type Column,
  type ColumnMapping,
  type DataRow,
  houseAliases,
  isTotalRow,
  readDataRows,
} from "../../services/imports/columns.ts";
import { quote, type RefusedRow, RowReader } from "../../services/imports/row-reader.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";
import { cleanOptionalText, foldCase, parseYesNo, toTitleCase } from "../../services/imports/text.ts";
import { parsePhoneNumber } from "./phone.ts";

/** A plot as the office's spreadsheet has it, in the portal's spelling; category, type and floor by name. */
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
 * The plots of a sheet, and each row that cannot be one with the reason why; nothing is left out silently but a total.
 * `allowed.categories` are those that the portal has; one without any takes A, B, C and R.
 * Throws SheetError when columns are missing.
 */
export function parsePlots(
  rows: readonly SpreadsheetRow[],
  allowed: { categories: readonly string[] } = { categories: [] },
  placed?: ColumnMapping,
): { plots: PlotRow[]; refused: RefusedRow[] } {
  const categories = allowed.categories.length > 0 ? allowed.categories : defaultCategories;
  const sameSpelling = { Type: unifySpelling(), Floor: unifySpelling() };
  const rowOf = new Map<string, number>();
  const plots: PlotRow[] = [];
  const refused: RefusedRow[] = [];

  for (const entry of readDataRows(rows, plotColumns, placed)) {
    if (isTotalRow(entry, ["HouseNo", "OwnerName"])) continue;
    const reading = new RowReader(entry);
    const plot = readPlot(reading, { entry, categories });
    const { reasons } = reading;
    const earlier = rowOf.get(foldCase(plot.HouseNo));
    if (earlier !== undefined) reasons.unshift(`House ${plot.HouseNo} is already in row ${earlier}`);
    if (reasons.length > 0) {
      refused.push({ row: entry.row, reason: reasons.join("; ") });
      continue;
    }
    rowOf.set(foldCase(plot.HouseNo), entry.row);
    plots.push({ ...plot, Type: sameSpelling.Type(plot.Type), Floor: sameSpelling.Floor(plot.Floor) });
  }
  return { plots, refused };
}

function readPlot(
  reading: RowReader<ColumnName>,
  { entry, categories }: { entry: DataRow<ColumnName>; categories: readonly string[] },
): PlotRow {
  const named = (name: ColumnName, label: string) => {
    const text = reading.requiredText(name, label);
    if (text.length > 200) reading.refuse(name, `${label} is too long`);
    return text;
  };
  const phone = (name: ColumnName, label: string) => reading.optionalValue(name, label, parseOptionalPhone) ?? "";
  const category = () => {
    const text = named("Category", "Category");
    const known = categories.find((name) => foldCase(name) === foldCase(text));
    if (known === undefined && text !== "") reading.refuse("Category", `Category ${quote(text)} does not exist`);
    return known ?? text;
  };
  const address = () => {
    const text = cleanOptionalText(entry.cell("EmailID"));
    if (!emailField.safeParse(text).success) reading.refuse("EmailID", `Invalid email: ${quote(text)}`);
    return text;
  };
  const plotOnly = () => {
    const text = entry.cell("IsPlotOnly");
    const answer = parseYesNo(text);
    if (answer === undefined) reading.refuse("IsPlotOnly", `Is Plot Only is neither yes nor no: ${quote(text)}`);
    return answer ?? false;
  };
  return {
    row: entry.row,
    HouseNo: named("HouseNo", "House number"),
    Category: category(),
    Type: named("Type", "Type"),
    Floor: named("Floor", "Floor"),
    OwnerName: toTitleCase(named("OwnerName", "Owner name")),
    LandlineNo: phone("LandlineNo", "Landline number"),
    MobileNo: phone("MobileNo", "Mobile number"),
    EmailID: address(),
    IsPlotOnly: plotOnly(),
  };
}

function parseOptionalPhone(text: string): string | undefined {
  return cleanOptionalText(text) === "" ? "" : parsePhoneNumber(text);
}

/** Names that differ in case only are one: the spelling met first. */
function unifySpelling(): (name: string) => string {
  const spellings = new Map<string, string>();
  return (name) => {
    const spelling = spellings.get(foldCase(name)) ?? name;
    spellings.set(foldCase(name), spelling);
    return spelling;
  };
}
