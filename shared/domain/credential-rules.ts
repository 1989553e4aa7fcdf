/** What a username and a password must be, in characters, before anybody asks whose they are; and what is said where they are not. Without a schema, as the sign-in page comes before those. */
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
    /** Hashing a longer one would only cost time. */
    max: 200,
    tooLong: "Password is too long",
  },
} as const;
