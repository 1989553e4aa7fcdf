import { folded } from "./words.ts";

/**
 * By what rows of a spreadsheet are known again when it comes a second time, or is part of a longer one: the number that the office
 * gave them, or else all that makes them what they are. Two rows may well be alike, as when a house pays the same twice on a day:
 * they are counted, so that the second stays the second in every file that holds both. What is known already is found by this key in
 * a field that only the portal writes; a record that was changed by hand since, or a receipt that was voided, keeps its key and does
 * not come back.
 */
export class RowKeys {
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
