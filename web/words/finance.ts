/** Words of the finance. */
export const finance = {} as const;
