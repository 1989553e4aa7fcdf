import { type Column, type ColumnMapping, isTotalRow, readDataRows } from "./columns.ts";
import { type RefusedRow, RowReader } from "./row-reader.ts";
import type { SpreadsheetRow } from "./spreadsheet.ts";
import { foldCase } from "./text.ts";

/** A row that is known again when it comes a second time. */
export interface KeyedRow<Input> {
  row: number;
  input: Input;
  /** The office's own number; "" without one. */
  number: string;
  key: string;
}

interface KeyedRowSpec<Name extends string, Input> {
  columns: readonly Column<Name | "Number">[];
  /** What people call the office's own number. */
  numberLabel: string;
  /** Columns that hold nothing in a line with the sum. */
  emptyInTotalRow: readonly Name[];
  readInput: (reading: RowReader<Name>) => Input | undefined;
  /** All that makes a row without a number what it is. */
  identityOf: (input: Input) => readonly (string | number)[];
}

/** The records of a sheet, and each row that cannot be one with the reason why; only a total is left out in silence. Throws SheetError when columns are missing. */
export function parseKeyedRows<Name extends string, Input>(
  { columns, numberLabel, emptyInTotalRow, readInput, identityOf }: KeyedRowSpec<Name, Input>,
  { rows, mapping }: { rows: readonly SpreadsheetRow[]; mapping: ColumnMapping | undefined },
): { found: KeyedRow<Input>[]; refused: RefusedRow[] } {
  const keys = new RowKeys();
  const found: KeyedRow<Input>[] = [];
  const refused: RefusedRow[] = [];
  for (const entry of readDataRows(rows, columns, mapping)) {
    if (isTotalRow(entry, emptyInTotalRow)) continue;
    const { row } = entry;
    const reading = new RowReader(entry);
    const number = reading.optionalText("Number", numberLabel);
    const input = readInput(reading);
    const known = input && keys.keyFor({ row, number, parts: identityOf(input) });
    if (!input || !known) refused.push({ row, reason: reading.reasons.join("; ") });
    else if ("earlierRow" in known)
      refused.push({ row, reason: `${numberLabel} ${number} is already in row ${known.earlierRow}` });
    else found.push({ row, input, number, key: known.key });
  }
  return { found, refused };
}

/**
 * By what rows of a spreadsheet are known again when it comes a second time, or is part of a longer one: the number that the office
 * gave them, or else all that makes them what they are. Two rows may well be alike, as when a house pays the same twice on a day:
 * they are counted, so that the second stays the second in every file that holds both. What is known already is found by this key in
 * a field that only the portal writes; a record that was changed by hand since, or a receipt that was voided, keeps its key and does
 * not come back.
 */
class RowKeys {
  readonly #duplicates = new Map<string, number>();
  readonly #numbered = new Map<string, number>();

  /** The key of a row, or the earlier row that has the same number of the office. */
  keyFor({ row, number, parts }: { row: number; number: string; parts: readonly (string | number)[] }): RowKey {
    if (number === "") {
      const same = parts.map((part) => foldCase(String(part))).join(" · ");
      const times = (this.#duplicates.get(same) ?? 0) + 1;
      this.#duplicates.set(same, times);
      return { key: `${same} · ${times}` };
    }
    const key = `No ${foldCase(number)}`;
    const earlierRow = this.#numbered.get(key);
    if (earlierRow !== undefined) return { earlierRow };
    this.#numbered.set(key, row);
    return { key };
  }
}

type RowKey = { key: string } | { earlierRow: number };
