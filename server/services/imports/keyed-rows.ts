import type { z } from "zod";
import { type Column, type ColumnMapping, type DataRow, isTotalRow, readDataRows } from "./columns.ts";
import type { SpreadsheetRow } from "./spreadsheet.ts";
import { cleanOptionalText, cleanText, foldCase, isFormula } from "./values.ts";

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

/** A row that was left out, and why, in plain words. */
export interface RefusedRow {
  row: number;
  reason: string;
}

/** Reads one row and gathers all that is wrong with it. */
export class RowReader<Name extends string> {
  readonly reasons: string[] = [];
  readonly #row: DataRow<Name>;
  /** Nothing more is said of these. */
  readonly #refusedColumns = new Set<string>();

  constructor(entry: DataRow<Name>) {
    this.#row = entry;
  }

  refuse(name: Name, reason: string): undefined {
    this.reasons.push(reason);
    this.#refusedColumns.add(name);
  }

  /** What stands there in one spelling. A cell that would be a formula is refused. */
  requiredText(name: Name, label: string): string {
    const text = cleanText(this.#row.cell(name));
    if (text === "") this.refuse(name, `${label} is required`);
    if (isFormula(text)) this.refuse(name, `${label} is a formula: ${quote(text)}`);
    return text;
  }

  /** The same where there may be nothing. */
  optionalText(name: Name, label: string): string {
    const text = cleanOptionalText(this.#row.cell(name));
    if (text.startsWith("=")) this.refuse(name, `${label} is a formula: ${quote(text)}`);
    return text;
  }

  /** What `parse` makes of a cell; one that is not empty must make sense. */
  optionalValue<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = cleanText(this.#row.cell(name));
    if (text === "") return undefined;
    const value = parse(text);
    return value === undefined ? this.refuse(name, `${label} not recognised: ${quote(text)}`) : value;
  }

  /** The same of a cell that must not be empty. */
  requiredValue<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    if (cleanText(this.#row.cell(name)) === "") return this.refuse(name, `${label} is required`);
    return this.optionalValue(name, label, parse);
  }

  /** The record that all of it makes by the rules for one that is typed; undefined where anything is wrong. */
  parseRecord<Parsed>(schema: z.ZodType<Parsed>, values: Readonly<Record<string, unknown>>): Parsed | undefined {
    const parsed = schema.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path[0]);
      if (!this.#refusedColumns.has(field)) this.reasons.push(message);
      this.#refusedColumns.add(field);
    }
    return this.reasons.length === 0 ? parsed.data : undefined;
  }
}

/** As much of a cell as a reason holds. */
export function quote(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
