/** What a username and a password must be, in characters, before anybody asks whose they are; and what is said where they are not. Without a schema, as the sign-in page comes before those. */
export const credentialRules = {
  username: {
    least: 3,
    tooShort: "Username must be at least 3 characters",
    most: 200,
    tooLong: "Username is too long",
  },
  password: {
    least: 6,
    tooShort: "Password must be at least 6 characters",
    /** Hashing a longer one would only cost time. */
    most: 200,
    tooLong: "Password is too long",
  },
} as const;
