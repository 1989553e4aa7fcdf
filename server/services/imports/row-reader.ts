import type { z } from "zod";
import type { DataRow } from "./columns.ts";
import { cleanOptionalText, cleanText, isFormula } from "./text.ts";

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
