import { describe, expect, test } from "vitest";
import { billTextsUr } from "../../shared/locales/bill-ur.ts";
import { certificateTextsUr } from "../../shared/locales/certificate-ur.ts";
import { dayCloseTextsUr } from "../../shared/locales/day-close-ur.ts";
import { mailTextsUr } from "../../shared/locales/mail-ur.ts";
import { interpolate } from "../../shared/placeholders.ts";
import { translateServerMessageWith } from "../../web/i18n/dictionary.ts";
import screenTexts from "../../web/i18n/locales/ur.json?raw";
import { ur } from "../../web/i18n/locales/ur.ts";
import serverTexts from "../../web/i18n/locales/ur-server.json?raw";

const everyText = Object.entries(ur);

describe("the Urdu locale", () => {
  test("has every text once", () => {
    const keys = [screenTexts, serverTexts].flatMap((json) => json.match(/^ {2}"(?:[^"\\]|\\.)*":/gm) ?? []);
    const repeated = keys.filter((key, index) => keys.indexOf(key) !== index);
    expect(repeated).toEqual([]);
    expect(
      keys.length + Object.keys({ ...mailTextsUr, ...billTextsUr, ...certificateTextsUr, ...dayCloseTextsUr }).length,
    ).toBe(everyText.length);
  });

  test("keeps the placeholders of the English text", () => {
    const wrong = everyText.filter(
      ([text, translation]) => `${placeholdersOf(text).toSorted()}` !== `${placeholdersOf(translation).toSorted()}`,
    );
    expect(wrong).toEqual([]);
  });

  test("is in Urdu letters, unless a text consists of placeholders", () => {
    const hasNoWords = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
    const isAllowed = ([text, translation]: readonly [string, string]) =>
      /^[A-Z]+$/.test(text) ||
      hasNoWords(text) ||
      /[\u0621-\u06D3]/u.test(translation) ||
      (placeholdersOf(text).length > 1 && hasNoWords(translation));
    expect(everyText.filter((entry) => !isAllowed(entry))).toEqual([]);
  });

  test("uses Urdu letters, not the similar Arabic kaf, alef maksura, yeh and heh", () => {
    expect(everyText.filter(([, translation]) => /[\u0643\u0649\u064A\u0647]/u.test(translation))).toEqual([]);
  });
});

describe("a message of the server", () => {
  const dictionary = {
    "Plot type": "پلاٹ کی قسم",
    "Please sign in": "داخل ہوں",
    "Owner name is required": "نام درکار ہے",
    "The request is not valid": "درخواست درست نہیں",
    "{label} {value} already exists": "{label} {value} پہلے سے ہے",
    "{label} is in use by {holder}": "{label} کا استعمال: {holder}",
  };

  test.each([
    ["is translated by its code", { message: "-", code: "unauthorized" }, "داخل ہوں"],
    [
      "is filled with its values, and names of resources are translated",
      { message: "-", code: "already-exists", values: { label: "Plot type", value: "Corner {plot}" } },
      "پلاٹ کی قسم Corner {plot} پہلے سے ہے",
    ],
    [
      "keeps values that have no translation",
      { message: "-", code: "already-exists", values: { label: "A", value: 7 } },
      "A 7 پہلے سے ہے",
    ],
    [
      "names the record that holds a reference",
      { message: "-", code: "in-use", values: { label: "Plot type", holder: "Plot type Corner 7" } },
      "پلاٹ کی قسم کا استعمال: پلاٹ کی قسم Corner 7",
    ],
    [
      "names the kind of record that holds a reference, if the user may not see the record",
      { message: "-", code: "in-use", values: { label: "Plot type", holder: "Plot type" } },
      "پلاٹ کی قسم کا استعمال: پلاٹ کی قسم",
    ],
    ["is translated by its text without a code", { message: "Owner name is required" }, "نام درکار ہے"],
    [
      "is translated by its text if that is the message of a field",
      { message: "Owner name is required", code: "validation" },
      "نام درکار ہے",
    ],
    [
      "is translated by its text if that is the message of its code",
      { message: "The request is not valid", code: "validation" },
      "درخواست درست نہیں",
    ],
    ["is unchanged with an unknown code", { message: "Somebody else's text", code: "new" }, "Somebody else's text"],
    ["is in English without a translation", { message: "-", code: "signed-out" }, "Signed out"],
    [
      "is unchanged if its text or code is a property of Object.prototype",
      { message: "constructor", code: "toString" },
      "constructor",
    ],
  ])("%s", (_title, message, translated) => {
    expect(translateServerMessageWith(dictionary, message)).toBe(translated);
  });
});

describe("a text with placeholders", () => {
  test("is filled with values by name", () => {
    expect(interpolate("{shown} of {total}", { shown: 3, total: "1,200" })).toBe("3 of 1,200");
  });

  test("inserts a value that looks like a placeholder or pattern literally", () => {
    expect(interpolate("House {no} and {who}", { no: "{who}", who: "$&" })).toBe("House {who} and $&");
  });

  test("keeps a placeholder without a value", () => {
    expect(interpolate("House {no}")).toBe("House {no}");
  });
});

/** The names of a text's placeholders. */
function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
}
