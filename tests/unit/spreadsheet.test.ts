import { strFromU8, unzipSync } from "fflate";
import readSheet from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { createCsv, createWorkbook, type Spreadsheet } from "../../shared/documents/spreadsheet.ts";

const formulaLikeTexts = [
  "=1+1",
  "+92 300 1234567",
  "-5",
  "@SUM(A1)",
  "\tcmd",
  "\rcmd",
  "=1+1\n+1",
  '=HYPERLINK("http://x")',
];

describe("an exported workbook", () => {
  test("stores numbers as numbers, days as dates and text as text", async () => {
    const rows = await readRows([
      ["House", "Due", "On"],
      ["زبیر بٹ", { rupees: 2_500.5 }, { day: "2026-11-10" }],
      ["A-12", 7],
    ]);
    expect(rows).toEqual([
      ["House", "Due", "On"],
      ["زبیر بٹ", 2_500.5, new Date("2026-11-10T00:00:00Z")],
      ["A-12", 7, null],
    ]);
  });

  test("shows days as dd/mm/yyyy", () => {
    expect(readTextPart([[{ day: "2026-11-10" }]], "xl/styles.xml")).toContain('formatCode="dd/mm/yyyy"');
  });

  test.each(formulaLikeTexts)("stores %j as text", { tags: "requirement-15" }, async (text) => {
    const xml = readTextPart([["Remarks"], [text]], "xl/worksheets/sheet1.xml");
    expect(xml).not.toContain("<f");
    expect(xml).toMatch(/<c r="A2" t="s">/);
    // The library that reads the sheet trims the text.
    expect(String((await readRows([["Remarks"], [text]]))[1]?.[0]).trim()).toBe(text.trim());
  });

  test("freezes its header row and sets column widths", () => {
    const xml = readTextPart([["House"], ["A-1"]], "xl/worksheets/sheet1.xml");
    expect(xml).toContain('ySplit="1"');
    expect(xml).toContain('state="frozen"');
    expect(xml).toContain("<cols>");
  });

  test("has bold headings and totals, which stay numbers", async () => {
    const rows = [
      ["House", "Due", "Paid"],
      ["A-1", { rupees: 5 }, { percent: 75 }],
      ["Total", { rupees: 5 }, 7],
    ];
    const sheet = { ...emptySheet, rows, boldRows: [2] };
    const xml = strFromU8(readPart(sheet, "xl/worksheets/sheet1.xml"));
    const styles = strFromU8(readPart(sheet, "xl/styles.xml"));
    const fontIds = [...(styles.split("<cellXfs")[1] ?? "").matchAll(/<xf [^>]*fontId="(\d)"/g)].map(([, id]) => id);
    const fontOf = (cell: string) => fontIds[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(xml)?.[1] ?? 0)];
    expect(styles).toContain('<fonts count="2">');
    expect(["A1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"].map(fontOf)).toEqual([
      "1",
      "1",
      "0",
      "0",
      "0",
      "1",
      "1",
      "1",
    ]);
    expect((await readSheet(Buffer.from(createWorkbook(sheet))).then(rowsOf))[2]).toEqual(["Total", 5, 7]);
  });

  test("is right-to-left in Urdu, with a frozen header", () => {
    const sheet = { ...emptySheet, rows: [["مکان"], ["A-1"]] };
    const sheetXml = (isRightToLeft: boolean) =>
      strFromU8(readPart({ ...sheet, isRightToLeft }, "xl/worksheets/sheet1.xml"));
    expect(sheetXml(true)).toContain('rightToLeft="1"');
    expect(sheetXml(true)).toContain('state="frozen"');
    expect(sheetXml(false)).not.toContain("rightToLeft");
  });

  test("contains no characters that are invalid in XML", () => {
    const rows = [["a\uffffb\ufffe", "\ud83d cut off", "\u0001 e"]];
    const texts = strFromU8(readPart({ ...emptySheet, rows }, "xl/sharedStrings.xml"));
    expect([...texts.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(["ab", " cut off", "_x0001_ e"]);
  });

  test("has a valid sheet name even for a long table name", () => {
    const name = "Houses [all] of the society: payments/receipts";
    const workbookXml = strFromU8(readPart({ ...emptySheet, name, rows: [["House"]] }, "xl/workbook.xml"));
    const sheetName = /<sheet name="([^"]*)"/.exec(workbookXml)?.[1] ?? "";
    expect(sheetName).toBe("Houses -all- of the society- pa");
    expect(sheetName.length).toBeLessThanOrEqual(31);
  });
});

describe("an exported CSV", () => {
  test("has the rows, and a byte order mark by which Excel reads Urdu", () => {
    const rows = [
      ["House", "Due", "On"],
      ["زبیر, بٹ", { rupees: -2_500.5 }, { day: "2026-11-10" }],
    ];
    expect(textOf(rows)).toBe('\uFEFFHouse,Due,On\r\n"زبیر, بٹ",-2500.5,10/11/2026');
  });

  test.each(formulaLikeTexts)(
    "puts an apostrophe before %j, so that it is not read as a formula",
    { tags: "requirement-15" },
    (text) => {
      expect(textOf([[text]]).replace(/^\uFEFF"?/, "")).toMatch(/^'/);
    },
  );
});

const emptySheet: Spreadsheet = { name: "Sheet", frozenRows: 1, columnWidths: [12, 12, 12], rows: [] };

function readRows(rows: Spreadsheet["rows"]): Promise<unknown[][]> {
  return readSheet(Buffer.from(createWorkbook({ ...emptySheet, rows }))).then((sheets) => rowsOf(sheets));
}

/** The library returns one sheet as rows, or several with names. */
function rowsOf(sheets: readonly unknown[]): unknown[][] {
  const [first] = sheets;
  if (typeof first === "object" && first !== null && "data" in first && Array.isArray(first.data)) return first.data;
  return sheets.map((row) => (Array.isArray(row) ? row : []));
}

function readTextPart(rows: Spreadsheet["rows"], path: string): string {
  return strFromU8(readPart({ ...emptySheet, rows }, path));
}

function readPart(sheet: Spreadsheet, path: string): Uint8Array {
  return unzipSync(createWorkbook(sheet))[path] ?? new Uint8Array();
}

function textOf(rows: Spreadsheet["rows"]): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(createCsv({ rows }));
}
