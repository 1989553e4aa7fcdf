import { expect, test } from "vitest";

const sources: Readonly<Record<string, string>> = import.meta.glob("../../web/**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Controls that differ between browsers, and what to use instead. */
const nativeControls = [
  { pattern: /\btype(?:=|: )"(?:date|month|week|time|datetime-local)"/, use: "DateField or DateInput" },
  { pattern: /<datalist\b/, use: "Combobox, SuggestionField or HouseField" },
];

test("no screen has a native date input or datalist", () => {
  const files = Object.entries(sources);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap(([file, source]) =>
    nativeControls.filter(({ pattern }) => pattern.test(source)).map(({ use }) => `${file}: use ${use}`),
  );
  expect(found).toEqual([]);
});
