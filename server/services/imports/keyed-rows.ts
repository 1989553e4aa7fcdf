import type { z } from "zod";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { cleanOptionalText, cleanText, isFormula, nameKey } from "./cell-values.ts";
import { type Column, type ColumnMapping, type DataRow, isTotalRow, readDataRows } from "./columns.ts";
import type { SpreadsheetRow } from "./spreadsheet.ts";

/** A parsed row with the key by which a second import recognizes the row. */
export interface KeyedRow<Input> {
  rowNumber: number;
  input: Input;
  /** The number that staff gave to the receipt or voucher; "" without one. */
  documentNumber: string;
  /** Stored as ImportKey of the record, see `RowKeyGenerator`. */
  key: string;
  /** Identifies the values of the row, even if it has a document number. Rows with equal values have the same key. */
  contentKey: string;
}

interface KeyedRowSpec<Name extends string, Input> {
  columns: readonly Column<Name | "Number">[];
  /** The name of the document number in messages. */
  numberLabel: string;
  /** Columns that are empty in a row of totals. */
  emptyInTotalRow: readonly Name[];
  readInput: (reader: RowReader<Name>) => Input | undefined;
  /** The values that identify a row without a document number. */
  identityOf: (input: Input) => readonly (string | number)[];
}

/**
 * Parses the rows of a spreadsheet. Each row is either accepted or refused with reasons; rows of totals are skipped.
 * Throws SpreadsheetError when columns are missing.
 */
export function parseKeyedRows<Name extends string, Input>(
  { columns, numberLabel, emptyInTotalRow, readInput, identityOf }: KeyedRowSpec<Name, Input>,
  { rows, mapping }: { rows: readonly SpreadsheetRow[]; mapping: ColumnMapping | undefined },
): { accepted: KeyedRow<Input>[]; refused: RefusedRow[] } {
  const keys = new RowKeyGenerator();
  const accepted: KeyedRow<Input>[] = [];
  const refused: RefusedRow[] = [];
  for (const dataRow of readDataRows(rows, columns, mapping)) {
    if (isTotalRow(dataRow, emptyInTotalRow)) continue;
    const { rowNumber } = dataRow;
    const reader = new RowReader(dataRow);
    const documentNumber = reader.optionalText("Number", numberLabel);
    const input = readInput(reader);
    const result = input && keys.createKey({ rowNumber, documentNumber, values: identityOf(input) });
    if (!input || !result) refused.push(refuseRow(rowNumber, ...reader.reasons));
    else if ("earlierRowNumber" in result)
      refused.push(
        refuseRow(
          rowNumber,
          createMessage("duplicate-in-file", {
            label: numberLabel,
            value: documentNumber,
            row: result.earlierRowNumber,
          }),
        ),
      );
    else
      accepted.push({ rowNumber, input, documentNumber, key: result.key, contentKey: joinValues(identityOf(input)) });
  }
  return { accepted, refused };
}

/**
 * Creates the keys that identify imported rows: the document number, or the identifying values of a row without one.
 * Rows with equal values (two equal payments on one day) are counted, so that the second row has the same key in every
 * file with these rows. The key is stored in ImportKey, which no user can change: a record that was edited or voided
 * keeps its key and is not imported again. The format of keys must therefore never change.
 */
class RowKeyGenerator {
  /** Number of rows so far by their joined values, for rows without a document number. */
  readonly #rowCounts = new Map<string, number>();
  /** Row number by key, for rows with a document number. */
  readonly #rowNumbers = new Map<string, number>();

  /** The key of a row, or the row number of an earlier row with the same document number. */
  createKey({ rowNumber, documentNumber, values }: RowIdentity): { key: string } | { earlierRowNumber: number } {
    if (documentNumber === "") {
      const joinedValues = joinValues(values);
      const count = (this.#rowCounts.get(joinedValues) ?? 0) + 1;
      this.#rowCounts.set(joinedValues, count);
      return { key: contentImportKey(joinedValues, count) };
    }
    const key = documentNumberKey(documentNumber);
    const earlierRowNumber = this.#rowNumbers.get(key);
    if (earlierRowNumber !== undefined) return { earlierRowNumber };
    this.#rowNumbers.set(key, rowNumber);
    return { key };
  }
}

interface RowIdentity extends Pick<KeyedRow<unknown>, "rowNumber" | "documentNumber"> {
  values: readonly (string | number)[];
}

/** The identifying values of a record in one text, ignoring case. */
export function joinValues(values: readonly (string | number)[]): string {
  return values.map((value) => nameKey(String(value))).join(" · ");
}

/** The key of the nth row with these values and without a document number. */
export function contentImportKey(contentKey: string, n: number): string {
  return `${contentKey} · ${n}`;
}

/** The values in the key of a record that was imported without a document number; undefined for other keys. */
export function contentKeyIn(key: string): string | undefined {
  return key === "" || isDocumentNumberKey(key) ? undefined : key.replace(/ · \d+$/, "");
}

const documentNumberPrefix = "No ";

/** The key of a row with this document number. */
export function documentNumberKey(documentNumber: string): string {
  return `${documentNumberPrefix}${nameKey(documentNumber)}`;
}

/** Whether the key is made of the document number and not of the values of the row. */
export function isDocumentNumberKey(key: string): boolean {
  return key.startsWith(documentNumberPrefix);
}

/** A row that was not imported, with the reasons. */
export type RefusedRow = ImportOutcome["refused"][number];

/** The refusal of a row. Its `reason` is the English text of all reasons. */
export function refuseRow(rowNumber: number, ...reasons: RefusedRow["reasons"]): RefusedRow {
  return { row: rowNumber, reason: reasons.map(({ message }) => message).join("; "), reasons };
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

  /** A cell that may be empty. Of formulas, only those with `=` are refused: a remark may begin with `-` or `+`. */
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
