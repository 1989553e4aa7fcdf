export const importNames = ["plots", "receipts", "expenses"] as const;

/** What a spreadsheet can hold. */
export type ImportName = (typeof importNames)[number];
