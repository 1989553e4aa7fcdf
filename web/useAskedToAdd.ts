import { useAsked } from "./useAsked.ts";

interface AskedToAdd {
  add: (values: ReadonlyMap<string, string>) => void;
  may: boolean;
  /** The fields that the address may fill. */
  fields?: readonly string[];
}

const name = "add";

/** The address of a tab with its form to add something open, some of its fields filled. */
export function addressToAdd(page: string, filled: Readonly<Record<string, string>> = {}): string {
  return `${page}&${new URLSearchParams({ [name]: "1", ...filled })}`;
}

/** Opens the form when the address asks for it, with the values that it has for `fields`. */
export function useAskedToAdd({ add, may, fields }: AskedToAdd): void {
  useAsked({ name, run: add, ready: may, fields });
}
