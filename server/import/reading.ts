import type { z } from "zod";
import type { Entry } from "./columns.ts";
import { cleaned, cleanedOptional, isFormula } from "./words.ts";

/** A row that was left out, and why, in plain words. */
export interface Refused {
  row: number;
  reason: string;
}

/** Reads one row and gathers all that is wrong with it. */
export class RowReading<Name extends string> {
  readonly reasons: string[] = [];
  readonly #entry: Entry<Name>;
  /** Nothing more is said of these. */
  readonly #refused = new Set<string>();

  constructor(entry: Entry<Name>) {
    this.#entry = entry;
  }

  refuse(name: Name, reason: string): undefined {
    this.reasons.push(reason);
    this.#refused.add(name);
  }

  /** What stands there in one spelling. A cell that would be a formula is refused. */
  text(name: Name, label: string): string {
    const text = cleaned(this.#entry.of(name));
    if (text === "") this.refuse(name, `${label} is required`);
    if (isFormula(text)) this.refuse(name, `${label} is a formula: ${quoted(text)}`);
    return text;
  }

  /** The same where there may be nothing. */
  optional(name: Name, label: string): string {
    const text = cleanedOptional(this.#entry.of(name));
    if (text.startsWith("=")) this.refuse(name, `${label} is a formula: ${quoted(text)}`);
    return text;
  }

  /** What `parse` makes of a cell; one that is not empty must make sense. */
  parsed<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = cleaned(this.#entry.of(name));
    if (text === "") return undefined;
    const value = parse(text);
    return value === undefined ? this.refuse(name, `${label} not recognised: ${quoted(text)}`) : value;
  }

  /** The same of a cell that must not be empty. */
  required<Value>(name: Name, label: string, parse: (text: string) => Value | undefined): Value | undefined {
    if (cleaned(this.#entry.of(name)) === "") return this.refuse(name, `${label} is required`);
    return this.parsed(name, label, parse);
  }

  /** The record that all of it makes by the rules for one that is typed; undefined where anything is wrong. */
  record<Parsed>(schema: z.ZodType<Parsed>, values: Readonly<Record<string, unknown>>): Parsed | undefined {
    const parsed = schema.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path[0]);
      if (!this.#refused.has(field)) this.reasons.push(message);
      this.#refused.add(field);
    }
    return this.reasons.length === 0 ? parsed.data : undefined;
  }
}

/** As much of a cell as a reason holds. */
export function quoted(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
