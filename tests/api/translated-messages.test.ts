import { describe, expect, test } from "vitest";
import { messages } from "../../shared/messages.ts";
import { resources } from "../../shared/resources/index.ts";
import { translateCodedBy } from "../../web/i18n/interpolate.ts";
import { ur } from "../../web/i18n/locales/ur.ts";
import { buildFormExamples } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";

/** Labels in messages about the rows of a spreadsheet. */
const importLabels = [
  ...["House number", "Owner name", "Landline number", "Mobile number", "Amount", "Payment date", "Payment method"],
  ...["Remarks", "Receipt number", "Voucher number", "Expense type", "Expense title", "Description", "Month", "Year"],
  "Paid on",
];
const forms = await buildFormExamples(await openSharedHarness());

/** What the server puts into each placeholder. */
const values = {
  ...{ label: "Category", field: "HouseNo", value: "7", holder: "Plot A-1", name: "colour", houses: "A-1, B-2" },
  ...{ types: "text/csv", by: "Nadia", at: "10/11/2026 14:05", receipt: "R-12", count: 3, number: "9", row: 2 },
  ...{ columns: "House No", house: "A-1", text: "12" },
};

describe("in Urdu", () => {
  test.each(Object.entries(messages))("the server says: %s: %s", (code, message) => {
    const translated = translateCodedBy(ur, { message, code, values });
    expect(translated).toMatch(urduText);
    expect(translated).not.toMatch(/\{\w+\}/);
  });

  test.each([
    ...new Set(
      forms.flatMap(({ required, optional }) => [...Object.values(required), ...Object.values(optional ?? {})]),
    ),
  ])("a form says: %s", (message) => expect(translateCodedBy(ur, { message })).toMatch(urduText));

  test.each(resources.map(({ label }) => label))("a record is called: %s", (label) =>
    expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test.each(["House", "Category", "Type", "Floor", ...importLabels])("a column of an import is called: %s", (label) =>
    expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test("values stay as they are, and records are named", () => {
    const exists = { message: "", code: "already-exists", values: { label: "Service charge", value: "7" } };
    expect(translateCodedBy(ur, exists)).toBe("سروس چارج 7 پہلے سے موجود ہے");
    const paid = { message: "", code: "already-paid", values: { by: "Nadia", at: "10/11/2026 14:05" } };
    expect(translateCodedBy(ur, paid)).toMatch(/Nadia.*10\/11\/2026 14:05/);
  });
});

/** Urdu letters and not a whole English sentence between them. */
const urduText = /^(?!.*[A-Za-z]+ [A-Za-z]+ [A-Za-z]+)(?=.*[\u0600-\u06ff]).*$/su;
