import type { Office } from "../office.ts";

/** Fills an empty portal with a society to try things out on. */
export async function loadDemo(_office: Office): Promise<void> {}
