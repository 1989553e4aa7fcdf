import { type Column, entriesOf, isTotal, type Placed } from "./columns.ts";
import { type Refused, RowReading } from "./reading.ts";
import type { SheetRow } from "./sheet.ts";
import { folded } from "./words.ts";

/** A row that is known again when it comes a second time. */
export interface KeyedRow<Input> {
  row: number;
  input: Input;
  /** The office's own number; "" without one. */
  number: string;
  key: string;
}

interface Kind<Name extends string, Input> {
  columns: readonly Column<Name | "Number">[];
  /** What people call the office's own number. */
  numberLabel: string;
  /** Columns that hold nothing in a line with the sum. */
  emptyInTotal: readonly Name[];
  inputOf: (reading: RowReading<Name>) => Input | undefined;
  /** All that makes a row without a number what it is. */
  partsOf: (input: Input) => readonly (string | number)[];
}

/** The records of a sheet, and each row that cannot be one with the reason why; only a total is left out in silence. Throws SheetError when columns are missing. */
export function keyedRows<Name extends string, Input>(
  { columns, numberLabel, emptyInTotal, inputOf, partsOf }: Kind<Name, Input>,
  { rows, placed }: { rows: readonly SheetRow[]; placed: Placed | undefined },
): { found: KeyedRow<Input>[]; refused: Refused[] } {
  const keys = new RowKeys();
  const found: KeyedRow<Input>[] = [];
  const refused: Refused[] = [];
  for (const entry of entriesOf(rows, columns, placed)) {
    if (isTotal(entry, emptyInTotal)) continue;
    const { row } = entry;
    const reading = new RowReading(entry);
    const number = reading.optional("Number", numberLabel);
    const input = inputOf(reading);
    const known = input && keys.of({ row, number, parts: partsOf(input) });
    if (!input || !known) refused.push({ row, reason: reading.reasons.join("; ") });
    else if ("earlier" in known)
      refused.push({ row, reason: `${numberLabel} ${number} is already in row ${known.earlier}` });
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
  readonly #alike = new Map<string, number>();
  readonly #numbered = new Map<string, number>();

  /** The key of a row, or the earlier row that has the same number of the office. */
  of({ row, number, parts }: { row: number; number: string; parts: readonly (string | number)[] }): Key {
    if (number === "") {
      const same = parts.map((part) => folded(String(part))).join(" · ");
      const times = (this.#alike.get(same) ?? 0) + 1;
      this.#alike.set(same, times);
      return { key: `${same} · ${times}` };
    }
    const key = `No ${folded(number)}`;
    const earlier = this.#numbered.get(key);
    if (earlier !== undefined) return { earlier };
    this.#numbered.set(key, row);
    return { key };
  }
}

type Key = { key: string } | { earlier: number };
