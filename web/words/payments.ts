/** Words of the payments. */
export const payments = {} as const;
