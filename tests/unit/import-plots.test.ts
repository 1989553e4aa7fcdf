import { describe, expect, test } from "vitest";
import { parsePhoneNumber, parsePlots } from "../../server/features/plot/import-rows.ts";
import { toTitleCase } from "../../server/services/imports/cell-values.ts";
import { readDataRows } from "../../server/services/imports/columns.ts";
import { SpreadsheetError } from "../../server/services/imports/spreadsheet.ts";
import { checkRefusalTexts, createRowBuilder, toSpreadsheetRows } from "../harness/imports.ts";

const titles = [
  "House No",
  "Category",
  "Type",
  "Floor",
  "Owner Name",
  "Landline No",
  "Mobile No",
  "Email ID",
  "Is Plot Only?",
];
const validRow = ["A-1", "A", "Residential", "Ground", "Ali Khan", "", "", "", ""];
const validRowWith = createRowBuilder(titles, validRow);

describe("the header row", () => {
  test("may be below a heading of the sheet", () => {
    expect(
      parsePlots(toSpreadsheetRows(["Gulshan Society"], [], ["Plots, 2026"], titles, validRow)).plots,
    ).toMatchObject([{ rowNumber: 5, HouseNo: "A-1" }]);
  });

  test.each([
    [["House #", "Cat", "TYPE", "Floors", "Owner", "Landline", "Cell No", "E-mail", "plot only"]],
    [["Plot No.", "Block", " Plot  Type ", "floor", "NAME", "Tel.", "Phone", "email_id", "Is plot only"]],
    [["plot", "CATEGORY", "Type", "Floor", "Owner's Name", "LandLine-No.", "Mobile", "Email ID", "Is Plot Only ?"]],
  ])("may be spelled %j", (header) => {
    const row = ["A-1", "A", "Corner", "Ground", "Ali", "04237050859", "03358122250", "ali@example.pk", "yes"];
    expect(parsePlots(toSpreadsheetRows(header, row)).plots).toEqual([
      {
        rowNumber: 2,
        HouseNo: "A-1",
        Category: "A",
        Type: "Corner",
        Floor: "Ground",
        OwnerName: "Ali",
        LandlineNo: "042-37050859",
        MobileNo: "0335-8122250",
        EmailID: "ali@example.pk",
        IsPlotOnly: true,
      },
    ]);
  });

  test("may have its columns in any order, unknown columns, and no optional columns", () => {
    const rows = toSpreadsheetRows(
      ["Sr", "Owner", "House No", "Remarks", "Floor", "Type", "Category"],
      ["1", "Ali", "A-1", "late", "Ground", "Corner", "A"],
    );
    expect(parsePlots(rows).plots).toMatchObject([
      { HouseNo: "A-1", OwnerName: "Ali", MobileNo: "", EmailID: "", IsPlotOnly: undefined },
    ]);
  });

  test("reports missing columns", () => {
    const parse = () => parsePlots(toSpreadsheetRows(["House No", "Owner", "Type"], validRow));
    expect(parse).toThrow(SpreadsheetError);
    expect(parse).toThrow("No header row was found with Category, Floor.");
    expect(() => parsePlots([])).toThrow("House No, Category, Type, Floor, Owner Name");
  });

  test("is searched in the first twenty rows only", () => {
    const rows = [...Array.from({ length: 20 }, () => ["note"]), titles, validRow];
    expect(() => parsePlots(toSpreadsheetRows(...rows))).toThrow(SpreadsheetError);
  });

  test("is found for any import that declares its columns", () => {
    const rows = toSpreadsheetRows(["House", "Amount (Rs.)"], ["A-1", "2500"]);
    const entries = readDataRows(rows, [
      { name: "house", aliases: ["House No", "House"], isRequired: true },
      { name: "amount", aliases: ["Amount Rs"], isRequired: true },
      { name: "remarks", aliases: ["Remarks"] },
    ]);
    expect(entries.map(({ rowNumber, cell }) => [rowNumber, cell("house"), cell("amount"), cell("remarks")])).toEqual([
      [2, "A-1", "2500", ""],
    ]);
  });
});

describe("a plot", () => {
  test("is trimmed, stripped of invisible characters and normalized to NFC", () => {
    const [plot] = parsePlots(
      toSpreadsheetRows(titles, [
        "  A-1\u00a0",
        "a",
        " Resi\u200bdential ",
        "Ground  +  1",
        "\u200fJose\u0301   Khan ",
      ]),
    ).plots;
    expect(plot).toMatchObject({
      HouseNo: "A-1",
      Category: "A",
      Type: "Residential",
      Floor: "Ground + 1",
      OwnerName: "José Khan",
    });
  });

  test("uses the first spelling of a type or floor for all rows", () => {
    const { plots } = parsePlots(
      toSpreadsheetRows(
        titles,
        validRowWith({ "House No": "A-1" }),
        validRowWith({ "House No": "A-2", Type: "RESIDENTIAL", Floor: "ground" }),
      ),
    );
    expect(plots.map(({ Type, Floor }) => [Type, Floor])).toEqual([
      ["Residential", "Ground"],
      ["Residential", "Ground"],
    ]);
  });

  test.each(["yes", "Y", " Yes ", "TRUE", "1", "ہاں"])("has IsPlotOnly true if the cell is %j", (answer) => {
    expect(parsePlots(toSpreadsheetRows(titles, validRowWith({ "Is Plot Only?": answer }))).plots[0]?.IsPlotOnly).toBe(
      true,
    );
  });

  test.each(["no", "N", "false", "0", "نہیں"])("has IsPlotOnly false if the cell is %j", (answer) => {
    expect(parsePlots(toSpreadsheetRows(titles, validRowWith({ "Is Plot Only?": answer }))).plots[0]?.IsPlotOnly).toBe(
      false,
    );
  });

  test.each(["", "-"])("has IsPlotOnly undefined if the cell is %j", (answer) => {
    expect(
      parsePlots(toSpreadsheetRows(titles, validRowWith({ "Is Plot Only?": answer }))).plots[0]?.IsPlotOnly,
    ).toBeUndefined();
  });

  test("has no contact if the cell contains a word for none", () => {
    const { plots } = parsePlots(
      toSpreadsheetRows(titles, validRowWith({ "Landline No": "-", "Mobile No": "N/A", "Email ID": "nil" })),
    );
    expect(plots).toMatchObject([{ LandlineNo: "", MobileNo: "", EmailID: "" }]);
  });

  test("accepts the existing categories, or A, B, C and R", () => {
    const rows = toSpreadsheetRows(
      titles,
      validRowWith({ "House No": "S-1", Category: "shops" }),
      validRowWith({ "House No": "R-1", Category: "R" }),
    );
    expect(parsePlots(rows, { categories: ["Shops"] })).toMatchObject({
      plots: [{ Category: "Shops" }],
      refused: [{ row: 3, reason: "Category R does not exist" }],
    });
    expect(parsePlots(rows, { categories: [] })).toMatchObject({ plots: [{ Category: "R" }], refused: [{ row: 2 }] });
  });
});

describe("a row", () => {
  test.each([
    [{ "House No": "" }, "House number is required"],
    [{ Category: "" }, "Category is required"],
    [{ Type: " " }, "Type is required"],
    [{ Floor: "" }, "Floor is required"],
    [{ "Owner Name": "" }, "Owner name is required"],
    [{ Category: "Z" }, "Category Z does not exist"],
    [{ "Owner Name": '=HYPERLINK("http://x","y")' }, 'Owner name is a formula: =HYPERLINK("http://x","y")'],
    [{ "Owner Name": "+cmd" }, "Owner name is a formula: +cmd"],
    [{ "House No": "@A1" }, "House number is a formula: @A1"],
    [{ "Owner Name": "x".repeat(201) }, "Owner name is too long"],
    [{ "Landline No": "042" }, "Landline number not recognised: 042"],
    [{ "Mobile No": "9.23E+11" }, "Mobile number not recognised: 9.23E+11"],
    [{ "Email ID": "ali at example.pk" }, "Invalid email: ali at example.pk"],
    [{ "Is Plot Only?": "maybe" }, "Plot Only must be yes or no, not: maybe"],
    [
      { "House No": "", "Mobile No": "1", "Email ID": "ali" },
      "House number is required; Mobile number not recognised: 1; Invalid email: ali",
    ],
  ])("with %j is refused: %s", (changed, reason) => {
    const { plots, refused } = parsePlots(toSpreadsheetRows(titles, validRowWith(changed)));
    expect(plots).toEqual([]);
    expect(checkRefusalTexts(refused)).toEqual([{ row: 2, reason }]);
  });

  test("is refused if an earlier row has the same house number, in other case or letter forms", () => {
    const { plots, refused } = parsePlots(
      toSpreadsheetRows(
        titles,
        validRowWith({ "House No": "É-1" }),
        validRowWith({ "House No": "E\u0301-1" }),
        validRowWith({ "House No": "é-1 " }),
      ),
    );
    expect(plots).toHaveLength(1);
    expect(checkRefusalTexts(refused)).toEqual([
      { row: 3, reason: "House É-1 is already in row 2" },
      { row: 4, reason: "House é-1 is already in row 2" },
    ]);
  });

  test("is accepted if the earlier row of its house was refused", () => {
    const { plots } = parsePlots(toSpreadsheetRows(titles, validRowWith({ "Email ID": "wrong" }), validRow));
    expect(plots).toMatchObject([{ rowNumber: 3, HouseNo: "A-1" }]);
  });

  test("of totals is ignored", () => {
    expect(
      parsePlots(toSpreadsheetRows(titles, validRow, ["Total plots", "644"], ["GRAND TOTAL"], ["Sub-total:", "1"]))
        .refused,
    ).toEqual([]);
    expect(
      parsePlots(toSpreadsheetRows(titles, validRowWith({ "House No": "Total-1" }), ["Totally new"])).refused,
    ).toMatchObject([{ row: 3 }]);
  });
});

test.each([
  ["0335-8122250", "0335-8122250"],
  ["+92 335 8122250", "0335-8122250"],
  ["0335 812 2250", "0335-8122250"],
  ["03358122250", "0335-8122250"],
  ["923358122250", "0335-8122250"],
  ["00923358122250", "0335-8122250"],
  ["+92 (0) 335.812.2250", "0335-8122250"],
  ["3358122250", "0335-8122250"],
  ["042-37050859", "042-37050859"],
  ["(042) 3705 0859", "042-37050859"],
  ["+92-42-37050859", "042-37050859"],
  ["924237050859", "042-37050859"],
  ["4237050859", "042-37050859"],
  ["051 2345678", "051-2345678"],
  ["0992-123456", "0992-123456"],
])("the phone number %s becomes %s", (input, expected) => {
  expect(parsePhoneNumber(input)).toBe(expected);
});

test.each([
  "",
  "12345",
  "0335-812225",
  "0335-81222500",
  "+1 202 555 0143",
  "0335-8122250 / 0300-1234567",
  "call him",
  "0335812225O",
])("the phone number %j is not recognised", (input) => {
  expect(parsePhoneNumber(input)).toBeUndefined();
});

test.each([
  ["ZUBAIR BUTT", "Zubair Butt"],
  ["MRS. ALI O'BRIEN", "Mrs. Ali O'Brien"],
  ["DR. ASAD D’SOUZA", "Dr. Asad D’Souza"],
  ["M.A. KHAN", "M.A. Khan"],
  ["AL-NOOR KHAN'S", "Al-Noor Khan's"],
  ["Farhan D’Souza", "Farhan D’Souza"],
  ["de la Cruz", "de la Cruz"],
  ["احمد رضا", "احمد رضا"],
  ["DR. احمد", "Dr. احمد"],
])("the name %s becomes %s", (input, expected) => {
  expect(toTitleCase(input)).toBe(expected);
});
