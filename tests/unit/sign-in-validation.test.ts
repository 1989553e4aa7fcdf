import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loginBody } from "../../shared/endpoints/auth.ts";
import { normalizeCredentials, validateCredentials } from "../../web/features/auth/credentials.ts";

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(" ", "a", "e\u0301", "\t", "\ufdfa"), maxLength: 9 }),
  fc.integer({ min: 190, max: 210 }).map((length) => ` ${"x".repeat(length)}`),
);

describe("the sign-in page, which loads no schemas,", () => {
  test("rejects what the server's schema rejects, with the same messages, and sends the same values", () => {
    fc.assert(
      fc.property(fc.record({ username: text, password: text }), (typed) => {
        const { success, data, error } = loginBody.safeParse(typed);
        const messages = new Map(error?.issues.toReversed().map(({ path, message }) => [path.join(), message]));
        expect(validateCredentials(typed)).toEqual(Object.fromEntries(messages));
        if (success) expect(normalizeCredentials(typed)).toEqual(data);
      }),
      { numRuns: 2_000 },
    );
  });
});
