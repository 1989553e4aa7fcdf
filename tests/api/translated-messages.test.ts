import { describe, expect, test } from "vitest";
import { interpolate, messages } from "../../shared/messages.ts";
import { resources } from "../../shared/resources/index.ts";
import { server, ur } from "../../web/i18n/locales/ur.ts";
import { compilePatterns, translateByPattern } from "../../web/i18n/messagePatterns.ts";
import { buildFormExamples } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";

const forms = await buildFormExamples(await openSharedHarness());
const speech = { dictionary: ur, patterns: compilePatterns(server) };

/** Every message, its placeholders filled with what the server puts there. */
const values = {
  ...{ label: "Category", field: "HouseNo", value: "7", holder: "Plot A-1", name: "colour", houses: "A-1, B-2" },
  ...{ types: "text/csv or application/json", by: "Nadia", at: "10/11/2026 14:05", receipt: "R-12", count: 3 },
};
const texts = Object.values(messages).map((template) => interpolate(template, values));

describe("in Urdu", () => {
  test.each(texts)("the server says: %s", (message) => expect(translateByPattern(message, speech)).toMatch(urduText));

  test.each([
    ...new Set(
      forms.flatMap(({ required, optional }) => [...Object.values(required), ...Object.values(optional ?? {})]),
    ),
  ])("a form says: %s", (message) => expect(translateByPattern(message, speech)).toMatch(urduText));

  test.each(resources.map(({ label }) => label))("a record is called: %s", (label) =>
    expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test("a row of a spreadsheet is refused with all its reasons", () => {
    const said = translateByPattern("Owner name is required; Mobile number not recognised: 12", speech);
    expect(said).toBe("مالک کا نام درکار ہے؛ موبائل نمبر پہچانا نہیں گیا: 12");
  });

  test("what is told within a message stays as it is, and its record is named", () => {
    expect(translateByPattern("Service charge 7 already exists", speech)).toBe("سروس چارج 7 پہلے سے موجود ہے");
    expect(translateByPattern("Already paid by Nadia at 10/11/2026 14:05", speech)).toMatch(
      /Nadia.*10\/11\/2026 14:05/,
    );
  });
});

/** Urdu letters and not a whole English sentence between them. */
const urduText = /^(?!.*[A-Za-z]+ [A-Za-z]+ [A-Za-z]+)(?=.*[\u0600-\u06ff]).*$/su;
