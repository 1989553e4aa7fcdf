import { expect, test } from "vitest";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { parseRecord, parseRecords } from "../harness/reply.ts";

const texts = ['Said "twice" \\ thrice', "مکان نمبر ۱۲، بلاک ب", "👨‍👩‍👧 & <b>sons</b>", "O'Neill – Änne\u2028x"];

test("a list returns each record exactly as a request for that record returns it, with any characters in its texts", async () => {
  const { admin, createSchedule, createExpense } = await openHarness();
  await createSchedule();
  for (const ExpenseTitle of texts) await createExpense({ ExpenseTitle });
  for (const AmountPaid of [0.05, 1234.5, 100_000]) await createReceipt(admin, { AmountPaid, Remarks: texts[0] });
  await expectListMatchesRecords(admin, expenses);
  await expectListMatchesRecords(admin, paymentReceipt);
  await expectListMatchesRecords(admin, plot);
  const titles = parseRecords(expenses, await admin.get("/expenses")).map(({ ExpenseTitle }) => ExpenseTitle);
  expect(titles).toEqual(texts.map((text) => text.normalize("NFC")));
});

async function expectListMatchesRecords<Rec extends object>(
  person: Person,
  resource: Resource<StoredRow, Rec>,
): Promise<void> {
  const records = parseRecords(resource, await person.get(`/${resource.name}`));
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) {
    const id = Reflect.get(record, resource.idField);
    expect(record).toEqual(parseRecord(resource, await person.get(`/${resource.name}/${id}`)));
  }
}
