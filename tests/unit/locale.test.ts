import { describe, expect, test } from "vitest";
import { mailTextsUr } from "../../shared/locales/mail-ur.ts";
import { interpolate } from "../../web/i18n/interpolate.ts";
import screenTexts from "../../web/i18n/locales/ur.json?raw";
import { ur } from "../../web/i18n/locales/ur.ts";
import serverTexts from "../../web/i18n/locales/ur-server.json?raw";
import { compilePatterns, placeholdersOf, translateByPattern } from "../../web/i18n/messagePatterns.ts";

const everyText = Object.entries(ur);

describe("the Urdu locale", () => {
  test("has every text once", () => {
    const keys = [screenTexts, serverTexts].flatMap((json) => json.match(/^ {2}"(?:[^"\\]|\\.)*":/gm) ?? []);
    const repeated = keys.filter((key, index) => keys.indexOf(key) !== index);
    expect(repeated).toEqual([]);
    expect(keys.length + Object.keys(mailTextsUr).length).toBe(everyText.length);
  });

  test("keeps the placeholders of the English text", () => {
    const wrong = everyText.filter(
      ([text, said]) => `${placeholdersOf(text).toSorted()}` !== `${placeholdersOf(said).toSorted()}`,
    );
    expect(wrong).toEqual([]);
  });

  test("is in Urdu letters, unless a text consists of placeholders", () => {
    const wordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
    const allowed = ([text, said]: readonly [string, string]) =>
      /^[A-Z]+$/.test(text) ||
      wordless(text) ||
      /[\u0621-\u06D3]/u.test(said) ||
      (placeholdersOf(text).length > 1 && wordless(said));
    expect(everyText.filter((each) => !allowed(each))).toEqual([]);
  });

  test("uses Urdu letters, not similar Arabic ones", () => {
    expect(everyText.filter(([, said]) => /[\u0643\u0649\u064A\u0647]/u.test(said))).toEqual([]);
  });
});

describe("a message of the server", () => {
  const dictionary = {
    Plot: "پلاٹ",
    "Plot type": "پلاٹ کی قسم",
    Receipt: "رسید",
    "Please sign in": "داخل ہوں",
    "{label} not found": "{label} نہیں ملا",
    "{label} {value} already exists": "{label} {value} پہلے سے ہے",
    "{label} is in use by {holder}": "{holder} میں {label} استعمال میں ہے",
    "{one} or {other}": "{one} یا {other}",
    "{count} emails pending. (Really?)": "{count} ای میل باقی",
  };
  const language = { dictionary, patterns: compilePatterns(dictionary) };

  test.each([
    ["is found as it stands", "Please sign in", "داخل ہوں"],
    ["is unchanged if it is unknown", "Somebody else's words", "Somebody else's words"],
    ["is recognised by what stands around its gaps", "Receipt not found", "رسید نہیں ملا"],
    ["keeps values that have no translation", "Kashif Baig not found", "Kashif Baig نہیں ملا"],
    [
      "is read the way that knows most of its values",
      "Plot type Corner plot already exists",
      "پلاٹ کی قسم Corner plot پہلے سے ہے",
    ],
    ["may have its gaps in another order", "Plot is in use by Receipt", "رسید میں پلاٹ استعمال میں ہے"],
    ["may hold another within", "Plot or Receipt not found", "پلاٹ یا رسید نہیں ملا"],
    [
      "is recognised by the longest phrase first",
      "Plot or 7 is in use by Receipt",
      "رسید میں پلاٹ یا 7 استعمال میں ہے",
    ],
    ["may hold signs that mean something elsewhere", "3 emails pending. (Really?)", "3 ای میل باقی"],
    ["never leaves a gap empty", " not found", " not found"],
    ["is not taken for what every object has", "constructor", "constructor"],
  ])("%s", (_what, text, said) => {
    expect(translateByPattern(text, language)).toBe(said);
  });

  test("is translated fast even if it is long or has several lines", () => {
    const text = `${"word ".repeat(400)}\nnot quite`;
    expect(translateByPattern(text, language)).toBe(text);
  });
});

describe("a text with placeholders", () => {
  test("is filled by name, numbers unchanged", () => {
    expect(interpolate("{shown} of {total}", { shown: 3, total: "1,200" })).toBe("3 of 1,200");
  });

  test("inserts a value that looks like a placeholder or pattern literally", () => {
    expect(interpolate("House {no} and {who}", { no: "{who}", who: "$&" })).toBe("House {who} and $&");
  });

  test("keeps a placeholder without a value", () => {
    expect(interpolate("House {no}")).toBe("House {no}");
  });
});
