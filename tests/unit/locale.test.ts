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
      ([text, translation]) => `${placeholdersOf(text).toSorted()}` !== `${placeholdersOf(translation).toSorted()}`,
    );
    expect(wrong).toEqual([]);
  });

  test("is in Urdu letters, unless a text consists of placeholders", () => {
    const wordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
    const isAllowed = ([text, translation]: readonly [string, string]) =>
      /^[A-Z]+$/.test(text) ||
      wordless(text) ||
      /[\u0621-\u06D3]/u.test(translation) ||
      (placeholdersOf(text).length > 1 && wordless(translation));
    expect(everyText.filter((entry) => !isAllowed(entry))).toEqual([]);
  });

  test("uses Urdu letters, not similar Arabic ones", () => {
    expect(everyText.filter(([, translation]) => /[\u0643\u0649\u064A\u0647]/u.test(translation))).toEqual([]);
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
    ["is translated if it is a key", "Please sign in", "داخل ہوں"],
    ["is unchanged if it is unknown", "An unknown message", "An unknown message"],
    ["is matched by the text around its placeholders", "Receipt not found", "رسید نہیں ملا"],
    ["keeps values that have no translation", "Kashif Baig not found", "Kashif Baig نہیں ملا"],
    [
      "is matched so that most values have a translation",
      "Plot type Corner plot already exists",
      "پلاٹ کی قسم Corner plot پہلے سے ہے",
    ],
    ["may have its placeholders in another order", "Plot is in use by Receipt", "رسید میں پلاٹ استعمال میں ہے"],
    ["may contain another message", "Plot or Receipt not found", "پلاٹ یا رسید نہیں ملا"],
    ["is matched by the longest pattern first", "Plot or 7 is in use by Receipt", "رسید میں پلاٹ یا 7 استعمال میں ہے"],
    ["may contain characters that are special in patterns", "3 emails pending. (Really?)", "3 ای میل باقی"],
    ["does not match an empty value", " not found", " not found"],
    ["does not match properties that every object has", "constructor", "constructor"],
  ])("%s", (_name, text, translation) => {
    expect(translateByPattern(text, language)).toBe(translation);
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
