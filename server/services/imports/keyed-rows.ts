import type { z } from "zod";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { type Column, type ColumnMapping, type DataRow, isTotalRow, readDataRows } from "./columns.ts";
import type { SpreadsheetRow } from "./spreadsheet.ts";
import { cleanOptionalText, cleanText, isFormula, nameKey } from "./values.ts";

/** A parsed row with the key that identifies it when it is imported again. */
export interface KeyedRow<Input> {
  row: number;
  input: Input;
  /** The number that the office gave the row; "" without one. */
  number: string;
  key: string;
}

interface KeyedRowSpec<Name extends string, Input> {
  columns: readonly Column<Name | "Number">[];
  /** What messages call the number that the office gave a row. */
  numberLabel: string;
  /** Columns that are always empty in a row of totals. */
  emptyInTotalRow: readonly Name[];
  readInput: (reader: RowReader<Name>) => Input | undefined;
  /** The values that identify a row without a number. */
  identityOf: (input: Input) => readonly (string | number)[];
}

/**
 * Parses the rows of a spreadsheet. Each row is returned as found or as refused with a reason; rows of totals are skipped.
 * Throws SpreadsheetError when columns are missing.
 */
export function parseKeyedRows<Name extends string, Input>(
  { columns, numberLabel, emptyInTotalRow, readInput, identityOf }: KeyedRowSpec<Name, Input>,
  { rows, mapping }: { rows: readonly SpreadsheetRow[]; mapping: ColumnMapping | undefined },
): { found: KeyedRow<Input>[]; refused: RefusedRow[] } {
  const keys = new RowKeys();
  const found: KeyedRow<Input>[] = [];
  const refused: RefusedRow[] = [];
  for (const dataRow of readDataRows(rows, columns, mapping)) {
    if (isTotalRow(dataRow, emptyInTotalRow)) continue;
    const { row } = dataRow;
    const reader = new RowReader(dataRow);
    const number = reader.optionalText("Number", numberLabel);
    const input = readInput(reader);
    const result = input && keys.keyFor({ row, number, parts: identityOf(input) });
    if (!input || !result) refused.push(refuseRow(row, ...reader.reasons));
    else if ("earlierRow" in result)
      refused.push(
        refuseRow(
          row,
          createMessage("duplicate-in-file", { label: numberLabel, value: number, row: result.earlierRow }),
        ),
      );
    else found.push({ row, input, number, key: result.key });
  }
  return { found, refused };
}

/**
 * Creates the keys that identify imported rows: the number that the office gave the row, otherwise all of its values. Rows with equal values are counted (two equal payments on one day), so that the second one keeps its key in
 * every file that contains both. The key is stored in ImportKey, which no user can change: a record that was edited or
 * voided keeps it and is not imported again. The format of keys must therefore never change.
 */
class RowKeys {
  /** Number of rows so far by their values. */
  readonly #duplicates = new Map<string, number>();
  /** Row by its key, for rows with an office number. */
  readonly #numbered = new Map<string, number>();

  /** The key of a row, or the number of an earlier row with the same office number. */
  keyFor({ row, number, parts }: { row: number; number: string; parts: readonly (string | number)[] }): RowKey {
    if (number === "") {
      const values = parts.map((part) => nameKey(String(part))).join(" · ");
      const count = (this.#duplicates.get(values) ?? 0) + 1;
      this.#duplicates.set(values, count);
      return { key: `${values} · ${count}` };
    }
    const key = `${numberPrefix}${nameKey(number)}`;
    const earlierRow = this.#numbered.get(key);
    if (earlierRow !== undefined) return { earlierRow };
    this.#numbered.set(key, row);
    return { key };
  }
}

type RowKey = { key: string } | { earlierRow: number };

const numberPrefix = "No ";

/** Whether the key consists of the number that the office gave the row, not of the values of the row. */
export function isKeyOfNumber(key: string): boolean {
  return key.startsWith(numberPrefix);
}

/** A row that was not imported, with the reasons. */
export type RefusedRow = ImportOutcome["refused"][number];

/** `reason` is the English text of all reasons. */
export function refuseRow(row: number, ...reasons: RefusedRow["reasons"]): RefusedRow {
  return { row, reason: reasons.map(({ message }) => message).join("; "), reasons };
}

/** Parses the cells of a row and collects all reasons to refuse it. */
export class RowReader<Name extends string> {
  readonly reasons: RefusedRow["reasons"] = [];
  readonly #row: DataRow<Name>;
  /** Columns that already have a reason. */
  readonly #refusedColumns = new Set<string>();

  constructor(dataRow: DataRow<Name>) {
    this.#row = dataRow;
  }

  /** Adds a reason to refuse the row because of this column. */
  refuse(name: Name, reason: Message): undefined {
    this.reasons.push(reason);
    this.#refusedColumns.add(name);
  }

  /** A cell that must contain text. Formulas are refused. */
  requiredText(name: Name, label: string): string {
    const text = cleanText(this.#row.cell(name));
    if (text === "") this.refuse(name, createMessage("field-required", { field: label }));
    if (isFormula(text)) this.refuse(name, createMessage("is-formula", { field: label, text: shorten(text) }));
    return text;
  }

  /** A cell that may be empty. Formulas are refused. */
  optionalText(name: Name, label: string): string {
    const text = cleanOptionalText(this.#row.cell(name));
    if (text.startsWith("=")) this.refuse(name, createMessage("is-formula", { field: label, text: shorten(text) }));
    return text;
  }

  /** The parsed value of a cell; undefined when it is empty or refused. */
  optionalValue<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = cleanText(this.#row.cell(name));
    if (text === "") return undefined;
    const value = parse(text);
    return value === undefined
      ? this.refuse(name, createMessage("not-recognised", { field: label, text: shorten(text) }))
      : value;
  }

  /** The parsed value of a cell that must not be empty. */
  requiredValue<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    if (cleanText(this.#row.cell(name)) === "")
      return this.refuse(name, createMessage("field-required", { field: label }));
    return this.optionalValue(name, label, parse);
  }

  /** Validates the record with the same schema as a form. Undefined when the row is refused. */
  parseRecord<Parsed>(schema: z.ZodType<Parsed>, values: Readonly<Record<string, unknown>>): Parsed | undefined {
    const parsed = schema.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path[0]);
      if (!this.#refusedColumns.has(field)) this.reasons.push({ message });
      this.#refusedColumns.add(field);
    }
    return this.reasons.length === 0 ? parsed.data : undefined;
  }
}

/** The first 60 characters of the text, for a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
