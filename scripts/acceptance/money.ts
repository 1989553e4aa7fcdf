import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, readAllDocuments, startPortalProcess, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

/** An amount that no double holds exactly as rupees. */
const fractionalAmount = 2_500.55;

/** Every number in the database after all kinds of money have been booked in broken rupees: money is whole paisa. */
export function measureWholePaisa(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const { houses, installments } = await createSociety(admin, { houses: 5, amount: fractionalAmount });
    const post = (path: string, body: object) => admin.requestData({ method: "POST", path: `/api/${path}`, body });
    for (const [index, HouseNo] of houses.entries()) {
      const AmountPaid = Math.round((0.07 + 1_111.11 * (index + 1)) * 100) / 100;
      await post("payment-receipt", { HouseNo, AmountPaid, PaymentDate: "2026-03-01", PaymentMethod: "Cash" });
    }
    const bill = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "03", Year: "2026" };
    for (const Amount of [0.07, 1.1, 1_234_567.89]) await post("expenses", { ...bill, Amount });
    await admin.requestData({
      method: "PUT",
      path: `/api/payment-schedule/${installments.at(-1)}`,
      body: { IsPaid: 1 },
    });
    const numbers = (await readAllDocuments(portal.databaseUri)).flatMap(({ collection, document }) =>
      collectNumbers(document, collection),
    );
    // Shares of a total are no money.
    const money = numbers.filter(({ path }) => !path.endsWith("Percentage"));
    const broken = money.filter(({ value }) => !Number.isSafeInteger(value));
    const kept = money.some(({ value }) => value === Math.round(fractionalAmount * 100));
    return {
      summary: [
        `${money.length} numbers in the database, ${broken.length} of them not whole`,
        ...broken.slice(0, 3).map(({ path, value }) => `${path}: ${value}`),
      ].join("; "),
      passed: broken.length === 0 && kept,
    };
  });
}

function collectNumbers(value: unknown, path: string): { path: string; value: number }[] {
  if (typeof value === "number") return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => collectNumbers(one, path));
  if (typeof value !== "object" || value === null || value instanceof Date || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => collectNumbers(one, `${path}.${name}`));
}

const repeats = 50;

/** The same request fifty times at once under one key, at two servers, and another one under that key. */
export async function measureIdempotency(place: AcceptanceContext): Promise<CheckResult> {
  const one = await startPortalProcess(place);
  const other = await one.startAnother();
  try {
    const admin = await ApiClient.signInAsAdmin(one.url);
    const there = admin.forServer(other.url);
    const headers = { "idempotency-key": randomUUID() };
    const post = (at: ApiClient, TypeName: string) =>
      at.send({ method: "POST", path: "/api/plot-type", body: { TypeName }, headers });
    const answers = await Promise.all(
      Array.from({ length: repeats }, (_, index) => post(index % 2 === 0 ? admin : there, "Once")),
    );
    const said = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    const different = await post(there, "Twice");
    const rows = z.array(z.unknown()).parse(await admin.requestData({ path: "/api/plot-type" }));
    return {
      summary: `${repeats} at once at two servers: ${rows.length} row, ${said.size} answer; another body: ${different.status}`,
      passed: rows.length === 1 && said.size === 1 && answers[0]?.status === 200 && different.status === 422,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}

const payments = 50;
const receiptRecord = z.looseObject({ ReceiptNo: z.int() });
const receiptForm = { AmountPaid: 100, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };

/** Fifty receipts at once at two servers, with as many that are refused between them; and one installment ticked by twenty. */
export async function measureConcurrentPayments(place: AcceptanceContext): Promise<CheckResult> {
  const one = await startPortalProcess(place);
  const other = await one.startAnother();
  try {
    const admin = await ApiClient.signInAsAdmin(one.url);
    const there = admin.forServer(other.url);
    const { houses, installments } = await createSociety(admin, { houses: 5 });
    const enter = (index: number, HouseNo: string | undefined) => {
      const body = { ...receiptForm, HouseNo };
      return (index % 2 === 0 ? admin : there).send({ method: "POST", path: "/api/payment-receipt", body });
    };
    const entered = await Promise.all(
      Array.from({ length: payments }, (_, index) => [
        enter(index, houses[index % houses.length]),
        enter(index, "no such house"),
      ]).flat(),
    );
    const refused = entered.filter(({ status }) => status >= 400 && status < 500).length;
    const numbers = z
      .array(receiptRecord)
      .parse(await admin.requestData({ path: "/api/payment-receipt" }))
      .map(({ ReceiptNo }) => ReceiptNo)
      .sort((a, b) => a - b);
    const gaps = numbers.filter((number, index) => number !== index + 1).length;
    const last = installments.at(-1);
    const path = `/api/payment-schedule/${last}`;
    const ticks = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? admin : there).send({ method: "PUT", path, body: { IsPaid: 1, Version: 1 } }),
      ),
    );
    const settled = ticks.filter(({ status }) => status === 200).length;
    return {
      summary: `${numbers.length} receipts, ${gaps} gaps, ${refused} refused between; 20 ticks of one installment: ${settled} counts`,
      passed: numbers.length === payments && gaps === 0 && refused === payments && settled === 1,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}
