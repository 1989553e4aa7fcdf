import { useConsumeQueryParam } from "../hooks/useUrlState.ts";

interface OpenCreateFromUrlOptions {
  openForm: (values: ReadonlyMap<string, string>) => void;
  canCreate: boolean;
  /** The fields that the address may fill. */
  fields?: readonly string[] | undefined;
}

const paramName = "add";

/** The address of a tab with its form to add something open, some of its fields filled. */
export function createFormUrl(page: string, filled: Readonly<Record<string, string>> = {}): string {
  return `${page}&${new URLSearchParams({ [paramName]: "1", ...filled })}`;
}

/** Opens the form when the address asks for it, with the values that it has for `fields`. */
export function useOpenCreateFromUrl({ openForm, canCreate, fields }: OpenCreateFromUrlOptions): void {
  useConsumeQueryParam({ name: paramName, onPresent: openForm, ready: canCreate, fields });
}
