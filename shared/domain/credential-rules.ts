/**
 * Length limits of usernames and passwords in characters, with their error texts. Not in a file with zod schemas, so
 * that the sign-in page does not load zod.
 */
export const credentialRules = {
  username: {
    min: 3,
    tooShort: "Username must be at least 3 characters",
    max: 200,
    tooLong: "Username is too long",
  },
  password: {
    min: 6,
    tooShort: "Password must be at least 6 characters",
    /** Limits the time to hash a password. */
    max: 200,
    tooLong: "Password is too long",
  },
} as const;
