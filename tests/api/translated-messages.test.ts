import { describe, expect, test } from "vitest";
import { messages } from "../../shared/messages.ts";
import { resources } from "../../shared/resources/index.ts";
import { translateServerMessageWith } from "../../web/i18n/dictionary.ts";
import { ur } from "../../web/i18n/locales/ur.ts";
import { buildFormExamples } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";

/** Labels in messages about the rows of a spreadsheet. */
const importLabels = [
  "House number",
  "Owner name",
  "Landline number",
  "Mobile number",
  "Amount",
  "Payment date",
  "Payment method",
  "Remarks",
  "Receipt number",
  "Voucher number",
  "Expense type",
  "Expense title",
  "Description",
  "Month",
  "Year",
  "Paid on",
  "Reference",
  "Bank",
  "Cheque number",
  "Cheque date",
];
const forms = await buildFormExamples(await openSharedHarness());

/** An example value for each placeholder of the server messages. */
const values = {
  label: "Category",
  field: "HouseNo",
  value: "7",
  holder: "Plot A-1",
  name: "colour",
  houses: "A-1, B-2",
  types: "text/csv",
  by: "Nadia",
  at: "10/11/2026 14:05",
  receipt: "R-12",
  count: 3,
  number: "9",
  row: 2,
  columns: "House No",
  house: "A-1",
  account: "HBL",
  text: "12",
  amount: "Rs 5.00",
  counted: "Rs 5.00",
  names: "Sana, Bilal",
  expected: "Rs 6.00",
  record: "A-1 03/2026",
  state: "Paid",
  cheque: "345678",
  adjustment: "ADJ-1",
  certificate: "NDC-1",
  slip: "DS-1",
  items: "10/11/2026 Rs 5.00",
  from: "01/01/2025",
  to: "15/11/2026",
  day: "15/11/2026",
  months: "06/2026, 07/2026",
  month: "10/2026",
};

describe("Urdu translations", () => {
  test.each(Object.entries(messages))("the server message %s has a translation: %s", (code, message) => {
    const translated = translateServerMessageWith(ur, { message, code, values });
    expect(translated).toMatch(urduText);
    expect(translated).not.toMatch(/\{\w+\}/);
  });

  test.each([
    ...new Set([
      ...forms.flatMap(({ requiredMessages, optionalMessages = {} }) => [
        ...Object.values(requiredMessages),
        ...Object.values(optionalMessages),
      ]),
      ...resources.flatMap(({ input }) => input.safeParse({}).error?.issues.map(({ message }) => message) ?? []),
    ]),
  ])("the form message has a translation: %s", (message) =>
    expect(translateServerMessageWith(ur, { message })).toMatch(urduText),
  );

  test.each(["Item", ...resources.map(({ label }) => label)])("the resource label has a translation: %s", (label) =>
    expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test.each(["House", "Category", "Type", "Floor", ...importLabels])(
    "the import column has a translation: %s",
    (label) => expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test("a translated message keeps its values and translates the resource label", () => {
    const exists = { message: "", code: "already-exists", values: { label: "Service charge", value: "7" } };
    expect(translateServerMessageWith(ur, exists)).toBe("سروس چارج 7 پہلے سے موجود ہے");
    const paid = { message: "", code: "already-paid", values: { by: "Nadia", at: "10/11/2026 14:05" } };
    expect(translateServerMessageWith(ur, paid)).toMatch(/Nadia.*10\/11\/2026 14:05/);
  });
});

/** Matches text that has Urdu letters and no three consecutive English words. */
const urduText = /^(?!.*[A-Za-z]+ [A-Za-z]+ [A-Za-z]+)(?=.*[\u0600-\u06ff]).*$/su;
