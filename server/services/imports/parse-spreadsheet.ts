import { readCsv } from "./csv.ts";
import { notASpreadsheet, SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";
import { readXlsx } from "./xlsx.ts";

/** What the sender says of a file: a hint only, its first bytes decide. */
export interface FileHint {
  filename?: string;
  contentType?: string;
}

/** The rows of a spreadsheet file. Throws SheetError; a hostile file may take long and much memory first. */
export async function parseSpreadsheet(
  bytes: Uint8Array,
  { filename = "", contentType = "" }: FileHint,
): Promise<SpreadsheetRow[]> {
  if (startsWith(bytes, [0x50, 0x4b])) return readXlsx(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    if (Buffer.from(bytes).includes(encryptedMarker)) {
      throw new SpreadsheetError("This spreadsheet is locked with a password. Save it without one.");
    }
    throw new SpreadsheetError("This is a spreadsheet of the old kind (xls). Save it as xlsx or CSV.");
  }
  if (/\.xlsx$/i.test(filename) || /officedocument/i.test(contentType)) throw new SpreadsheetError(notASpreadsheet);
  return readCsv(bytes);
}

/** The name of what an encrypted workbook is wrapped in. */
const encryptedMarker = Buffer.from("EncryptedPackage", "utf16le");

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
