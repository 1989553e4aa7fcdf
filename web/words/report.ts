/** Words of the report. */
export const report = {} as const;
