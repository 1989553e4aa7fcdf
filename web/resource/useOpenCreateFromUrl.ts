import { useConsumeQueryParam } from "../hooks/useUrlState.ts";

interface OpenCreateFromUrlOptions {
  openForm: (values: ReadonlyMap<string, string>) => void;
  canCreate: boolean;
  /** Parameters with values for the fields of the form. */
  valueParams?: readonly string[] | undefined;
}

const paramName = "add";

/** The address that opens a tab with its form for a new record and these fields filled. `page` has `?tab=`. */
export function createFormUrl(page: string, values: Readonly<Record<string, string>> = {}): string {
  return `${page}&${new URLSearchParams({ [paramName]: "1", ...values })}`;
}

/** Opens the form when the address is one of createFormUrl(), with the values of `valueParams`. */
export function useOpenCreateFromUrl({ openForm, canCreate, valueParams }: OpenCreateFromUrlOptions): void {
  useConsumeQueryParam({ name: paramName, onPresent: openForm, ready: canCreate, valueParams });
}
