export const importKinds = ["plots", "receipts", "expenses"] as const;

/** What a spreadsheet can hold. */
export type ImportKind = (typeof importKinds)[number];
