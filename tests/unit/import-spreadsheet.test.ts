import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { parsePlots } from "../../server/features/plot/import-rows.ts";
import { parseSpreadsheet } from "../../server/services/imports/parse-spreadsheet.ts";
import { readSpreadsheet } from "../../server/services/imports/read-spreadsheet.ts";
import { SpreadsheetError } from "../../server/services/imports/spreadsheet.ts";
import { checkRefusalTexts } from "../harness/imports.ts";
import { hasSampleFiles, sampleFolder } from "../harness/sample-files.ts";

describe("a CSV", () => {
  test("keeps the spreadsheet's row numbers after empty rows and multi-line cells", async () => {
    const rows = await parseCsv('Gulshan Society\r\n\r\nHouse,Owner\r\n"A-1","Ali\nKhan"\r\n,\r\nA-2,Sana');
    expect(rows).toEqual([
      { rowNumber: 1, cells: ["Gulshan Society"] },
      { rowNumber: 3, cells: ["House", "Owner"] },
      { rowNumber: 4, cells: ["A-1", "Ali\nKhan"] },
      { rowNumber: 6, cells: ["A-2", "Sana"] },
    ]);
  });

  test.each([",", ";", "\t"])("may separate its cells with %j", async (delimiter) => {
    const rows = await parseCsv(
      [
        ["House", "Owner", "Floor"],
        ["A-1", "Ali", "Ground + 1"],
      ]
        .map((row) => row.join(delimiter))
        .join("\n"),
    );
    expect(rows[1]?.cells).toEqual(["A-1", "Ali", "Ground + 1"]);
  });

  test("may be UTF-8 with a byte order mark, UTF-16 or Windows-1252", async () => {
    const text = "House,Owner\nA-1,Asad D’Souza";
    const windows1252 = Buffer.from(text.replace("’", "\u0092"), "latin1");
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, "utf16le"), windows1252]) {
      const rows = await parseSpreadsheet(bytes, { contentType: "text/csv" });
      expect(rows.map(({ cells }) => cells)).toEqual([
        ["House", "Owner"],
        ["A-1", "Asad D’Souza"],
      ]);
    }
  });

  test("is refused if a quotation mark is not closed", async () => {
    await expect(parseCsv('House,Owner\nA-1,"Ali\nA-2,Sana\nA-3,Omar')).rejects.toThrow(
      "Row 2 opens a quotation mark that is never closed.",
    );
  });

  test("is refused if a cell begins with a quotation mark that is part of its text", async () => {
    await expect(parseCsv('Title,Month,Amount\n"6" pipe,11/2026,500\n"Guard, day",11/2026,900')).rejects.toThrow(
      "Row 2 begins a cell with a quotation mark that does not enclose the whole cell. Remove it, or save the file as xlsx.",
    );
    expect(await parseCsv('Title,Amount\n"6"" pipe",500\nPipe 6",900')).toMatchObject([
      {},
      { cells: ['6" pipe', "500"] },
      { cells: ['Pipe 6"', "900"] },
    ]);
  });
});

describe("a workbook", () => {
  test("returns text, numbers, booleans and dates as text", async () => {
    const rows = await parseXlsx(`
      <row r="3"><c r="A3" t="inlineStr"><is><t>A-1 &amp; 2</t></is></c><c r="C3"><v>923053791163</v></c>
      <c r="D3" t="b"><v>1</v></c><c r="E3" s="1"><v>46025</v></c><c r="F3" t="e"><v>#N/A</v></c></row>`);
    expect(rows).toEqual([{ rowNumber: 3, cells: ["A-1 & 2", "", "923053791163", "true", "2026-01-03"] }]);
  });

  test("returns a formula's cached value, or else its text", async () => {
    const rows = await parseXlsx(`
      <row r="1"><c r="A1" t="str"><f>"A-"&amp;1</f><v>A-1</v></c><c r="B1"><f>1+1</f><v>2</v></c>
      <c r="C1"><f>HYPERLINK("http://example.com","x")</f><v /></c><c r="D1" t="str"><f>B1</f></c></row>`);
    expect(rows[0]?.cells).toEqual(["A-1", "2", '=HYPERLINK("http://example.com","x")', "=B1"]);
  });

  test("is read even if empty rows are formatted to the end of the sheet", async () => {
    const rows = await parseXlsx(`
      <row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048575" ht="15"/>
      <row r="1048576"><c r="A1048576" s="1"/></row>`);
    expect(rows).toEqual([{ rowNumber: 1, cells: ["1"] }]);
  });

  test("is recognized by its content, not its name", async () => {
    const rows = await parseSpreadsheet(workbook(`<row r="1"><c r="A1"><v>1</v></c></row>`), { filename: "plots.csv" });
    expect(rows).toHaveLength(1);
  });
});

describe("an invalid or malicious file is refused with one message:", () => {
  const notASpreadsheet = "This file is not a spreadsheet (xlsx or CSV).";
  const tooLarge = "This file is too large to import.";

  test("binary junk", async () => {
    const junk = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256);
    expect(await readError(junk)).toBe(notASpreadsheet);
  });

  test("text named as a workbook", async () => {
    expect(await parseError(strToU8("House,Owner"), "plots.xlsx")).toBe(notASpreadsheet);
  });

  test("a workbook cut short", async () => {
    const whole = workbook(`<row r="1"><c r="A1"><v>1</v></c></row>`);
    for (const part of [0.02, 0.3, 0.6, 0.95]) {
      expect(await parseError(whole.slice(0, Math.floor(whole.length * part)))).toBe(notASpreadsheet);
    }
  });

  test("a zip that is not a workbook", async () => {
    expect(await parseError(zipSync({ "notes.txt": strToU8("hello") }))).toBe(notASpreadsheet);
  });

  test("an .xls file", async () => {
    expect(await parseError(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1))).toMatch(/old kind \(xls\)/);
  });

  test("a workbook protected by a password", async () => {
    const wrapped = Buffer.concat([
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1),
      Buffer.from("EncryptedPackage", "utf16le"),
    ]);
    expect(await parseError(wrapped, "plots.xlsx")).toMatch(/locked with a password/);
  });

  test("more than 10 MB", async () => {
    expect(await readError(new Uint8Array(10 * 1024 * 1024 + 1))).toBe("The file is larger than 10 MB.");
  });

  test("a workbook that unpacks to more than 20 MB", async () => {
    expect(await readError(workbook(" ".repeat(21 * 1024 * 1024)))).toBe(tooLarge);
  });

  test("a workbook that unpacks to more than its declared size", async () => {
    const bomb = workbook(" ".repeat(40 * 1024 * 1024));
    expect(await readError(withDeclaredSize(bomb, 1_000))).toMatch(/^This file is (too large|not a spreadsheet)/);
  });

  test("a cell beyond the last row, or in the last column", async () => {
    expect(await readError(workbook(`<row r="999999999"><c r="A999999999"><v>1</v></c></row>`))).toBe(tooLarge);
    expect(await readError(workbook(`<row r="1"><c r="XFD1"><v>1</v></c></row>`))).toBe(tooLarge);
  });

  test("one long text in every cell", async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}" t="s"><v>0</v></c></row>`;
    const rows = Array.from({ length: 20_000 }, (_, index) => row(index + 1)).join("");
    expect(await readError(workbook(rows, { text: "x".repeat(1_000_000) }))).toBe(tooLarge);
  });

  test("a CSV of one column", async () => {
    const rows = await parseCsv("Owner\nAli\nSana");
    expect(() => parsePlots(rows)).toThrow("No header row was found with House No, Category, Type, Floor.");
  });
});

test.runIf(hasSampleFiles)("the sample workbook and the sample CSV contain the same plots", async () => {
  const [fromXlsx, fromCsv] = await Promise.all(["plots.xlsx", "plots.csv"].map(parseSamplePlots));
  // The workbook has a title and an empty row above.
  const toWorkbookRow = (row: number) => row + 2;
  expect(fromXlsx?.plots).toEqual(
    fromCsv?.plots.map((plot) => ({ ...plot, rowNumber: toWorkbookRow(plot.rowNumber) })),
  );
  expect(fromCsv?.plots).toHaveLength(637);
  expect(checkRefusalTexts(fromCsv?.refused)).toEqual([
    { row: 154, reason: "Invalid email: bushra.raza70 at example.pk" },
    { row: 185, reason: "Invalid email: shahid.malik68 at example.pk" },
    { row: 560, reason: "Invalid email: hussain.javed42 at example.pk" },
    { row: 642, reason: "House A-4 is already in row 5" },
    { row: 643, reason: "House number is required" },
    { row: 644, reason: "Category Z does not exist" },
    { row: 645, reason: 'Owner name is a formula: =HYPERLINK("http://example.com","x")' },
  ]);
  const reasons = fromCsv?.refused.map(({ row, reason }) => ({
    row: toWorkbookRow(row),
    reason: reason.replace("row 5", "row 7"),
  }));
  expect(checkRefusalTexts(fromXlsx?.refused)).toEqual(reasons);
});

async function parseSamplePlots(filename: string) {
  const rows = await readSpreadsheet(readFileSync(join(sampleFolder, filename)), { filename });
  return parsePlots(rows);
}

async function parseCsv(text: string) {
  return parseSpreadsheet(strToU8(text), { filename: "sheet.csv" });
}

async function parseXlsx(sheetData: string) {
  return parseSpreadsheet(workbook(sheetData), { filename: "sheet.xlsx" });
}

/** The error of reading a file in a child process, where time and memory are limited. */
function readError(file: Uint8Array): Promise<string> {
  return spreadsheetErrorOf(readSpreadsheet(file, { filename: "file" }));
}

/** The error of parsing a file in this process. */
function parseError(file: Uint8Array, filename = "file"): Promise<string> {
  return spreadsheetErrorOf(parseSpreadsheet(file, { filename }));
}

async function spreadsheetErrorOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SpreadsheetError);
  return error instanceof SpreadsheetError ? error.message : "";
}

/** An xlsx file with one sheet. `sheetData` is the XML of its rows; `text` is the shared string 0. */
function workbook(sheetData: string, { text = "" } = {}): Uint8Array {
  const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relationshipNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const part = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationshipNamespace}/${kind}" Target="${target}"/>`;
  const parts = {
    "xl/workbook.xml": `<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets><sheet name="Plots" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      ${part("rId1", "worksheet", "worksheets/sheet1.xml")}${part("rId2", "styles", "styles.xml")}
      ${part("rId3", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${mainNamespace}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${mainNamespace}"><si><t>${text}</t></si></sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${mainNamespace}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

/** The archive with a false unpacked size of its largest file. */
function withDeclaredSize(archive: Uint8Array, size: number): Uint8Array {
  const changed = Buffer.from(archive);
  const entrySignature = Buffer.from([0x50, 0x4b, 1, 2]);
  /** Where an entry of the central directory has the unpacked size of its file. */
  const sizeOffset = 24;
  for (
    let offset = changed.indexOf(entrySignature);
    offset >= 0;
    offset = changed.indexOf(entrySignature, offset + 4)
  ) {
    if (changed.readUInt32LE(offset + sizeOffset) > size) changed.writeUInt32LE(size, offset + sizeOffset);
  }
  return changed;
}
