import { optionalEmail } from "../../shared/fields.ts";
import { type Column, type Entry, entriesOf, houseSpellings, isTotal, type Placed } from "./columns.ts";
import { phoneNumber } from "./phone.ts";
import { quoted, type Refused, RowReading } from "./reading.ts";
import type { SheetRow } from "./sheet.ts";
import { cleanedOptional, folded, withoutShouting, yesOrNo } from "./words.ts";

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

type Name = Exclude<keyof PlotRow, "row">;

export const plotColumns: readonly Column<Name>[] = [
  {
    name: "HouseNo",
    spellings: houseSpellings,
    required: true,
  },
  { name: "Category", spellings: ["Category", "Category Name", "Cat", "Block", "زمرہ", "بلاک"], required: true },
  { name: "Type", spellings: ["Type", "Type Name", "Plot Type", "House Type", "قسم"], required: true },
  { name: "Floor", spellings: ["Floor", "Floors", "Storey", "Storeys", "منزل", "منزلیں"], required: true },
  {
    name: "OwnerName",
    spellings: ["Owner Name", "Owner", "Name of Owner", "Name", "Owner's Name", "مالک کا نام", "مالک", "نام"],
    required: true,
  },
  {
    name: "LandlineNo",
    spellings: ["Landline No", "Landline", "Landline Number", "Telephone", "Tel", "PTCL", "لینڈ لائن", "ٹیلی فون"],
  },
  {
    name: "MobileNo",
    spellings: [
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
  { name: "EmailID", spellings: ["Email ID", "E-mail", "Email Address", "ای میل"] },
  { name: "IsPlotOnly", spellings: ["Plot only", "Is Plot Only", "صرف پلاٹ"] },
];

const categoriesOfEmptyPortal = ["A", "B", "C", "R"];
const email = optionalEmail("Invalid email");

/**
 * The plots of a sheet, and each row that cannot be one with the reason why; nothing is left out silently but a total.
 * `allowed.categories` are those that the portal has; one without any takes A, B, C and R.
 * Throws SheetError when columns are missing.
 */
export function parsePlots(
  rows: readonly SheetRow[],
  allowed: { categories: readonly string[] } = { categories: [] },
  placed?: Placed,
): { plots: PlotRow[]; refused: Refused[] } {
  const categories = allowed.categories.length > 0 ? allowed.categories : categoriesOfEmptyPortal;
  const sameSpelling = { Type: spelledOnce(), Floor: spelledOnce() };
  const rowOf = new Map<string, number>();
  const plots: PlotRow[] = [];
  const refused: Refused[] = [];

  for (const entry of entriesOf(rows, plotColumns, placed)) {
    if (isTotal(entry, ["HouseNo", "OwnerName"])) continue;
    const reading = new RowReading(entry);
    const plot = readPlot(reading, { entry, categories });
    const { reasons } = reading;
    const earlier = rowOf.get(folded(plot.HouseNo));
    if (earlier !== undefined) reasons.unshift(`House ${plot.HouseNo} is already in row ${earlier}`);
    if (reasons.length > 0) {
      refused.push({ row: entry.row, reason: reasons.join("; ") });
      continue;
    }
    rowOf.set(folded(plot.HouseNo), entry.row);
    plots.push({ ...plot, Type: sameSpelling.Type(plot.Type), Floor: sameSpelling.Floor(plot.Floor) });
  }
  return { plots, refused };
}

function readPlot(
  reading: RowReading<Name>,
  { entry, categories }: { entry: Entry<Name>; categories: readonly string[] },
): PlotRow {
  const named = (name: Name, label: string) => {
    const text = reading.text(name, label);
    if (text.length > 200) reading.refuse(name, `${label} is too long`);
    return text;
  };
  const phone = (name: Name, label: string) => reading.parsed(name, label, phoneOrNothing) ?? "";
  const category = () => {
    const text = named("Category", "Category");
    const known = categories.find((name) => folded(name) === folded(text));
    if (known === undefined && text !== "") reading.refuse("Category", `Category ${quoted(text)} does not exist`);
    return known ?? text;
  };
  const address = () => {
    const text = cleanedOptional(entry.of("EmailID"));
    if (!email.safeParse(text).success) reading.refuse("EmailID", `Invalid email: ${quoted(text)}`);
    return text;
  };
  const plotOnly = () => {
    const text = entry.of("IsPlotOnly");
    const answer = yesOrNo(text);
    if (answer === undefined) reading.refuse("IsPlotOnly", `Is Plot Only is neither yes nor no: ${quoted(text)}`);
    return answer ?? false;
  };
  return {
    row: entry.row,
    HouseNo: named("HouseNo", "House number"),
    Category: category(),
    Type: named("Type", "Type"),
    Floor: named("Floor", "Floor"),
    OwnerName: withoutShouting(named("OwnerName", "Owner name")),
    LandlineNo: phone("LandlineNo", "Landline number"),
    MobileNo: phone("MobileNo", "Mobile number"),
    EmailID: address(),
    IsPlotOnly: plotOnly(),
  };
}

function phoneOrNothing(text: string): string | undefined {
  return cleanedOptional(text) === "" ? "" : phoneNumber(text);
}

/** Names that differ in case only are one: the spelling met first. */
function spelledOnce(): (name: string) => string {
  const spellings = new Map<string, string>();
  return (name) => {
    const spelling = spellings.get(folded(name)) ?? name;
    spellings.set(folded(name), spelling);
    return spelling;
  };
}
