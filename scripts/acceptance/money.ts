import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiClient } from "../lib/api-client.ts";
import { createSociety } from "../lib/sample-society.ts";
import { readAllDocuments, withPortal, withTwoServers } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

/** An amount in rupees that a floating-point number cannot represent exactly. */
const fractionalAmount = 2_500.55;

/** Enters fractional rupees in every kind of record and checks that the database holds only whole paisa. */
export function checkWholePaisa(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    const { houseNumbers, installmentIds } = await createSociety(admin, { houseCount: 5, amount: fractionalAmount });
    const post = (path: string, body: object) => admin.requestData({ method: "POST", path: `/api/${path}`, body });
    for (const [index, HouseNo] of houseNumbers.entries()) {
      const AmountPaid = Math.round((0.07 + 1_111.11 * (index + 1)) * 100) / 100;
      await post("payment-receipt", { HouseNo, AmountPaid, PaymentDate: "2026-03-01", PaymentMethod: "Cash" });
    }
    const expense = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "03", Year: "2026" };
    for (const Amount of [0.07, 1.1, 1_234_567.89]) await post("expenses", { ...expense, Amount });
    await admin.requestData({
      method: "PUT",
      path: `/api/payment-schedule/${installmentIds.at(-1)}`,
      body: { IsPaid: 1 },
    });
    const numbers = (await readAllDocuments(portal.databaseUri)).flatMap(({ collection, document }) =>
      collectNumbers(document, collection),
    );
    // Percentages are not money.
    const money = numbers.filter(({ path }) => !path.endsWith("Percentage"));
    const fractional = money.filter(({ value }) => !Number.isSafeInteger(value));
    const isAmountStored = money.some(({ value }) => value === Math.round(fractionalAmount * 100));
    return {
      summary: [
        `${money.length} numbers in the database, ${fractional.length} of them not whole`,
        ...fractional.slice(0, 3).map(({ path, value }) => `${path}: ${value}`),
      ].join("; "),
      passed: fractional.length === 0 && isAmountStored,
    };
  });
}

function collectNumbers(value: unknown, path: string): { path: string; value: number }[] {
  if (typeof value === "number") return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => collectNumbers(item, path));
  if (typeof value !== "object" || value === null || value instanceof Date || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => collectNumbers(item, `${path}.${name}`));
}

const requestCount = 50;

/** Sends concurrent requests with one idempotency key to two servers, then a different request with the same key. */
export function checkIdempotency(context: AcceptanceContext): Promise<CheckResult> {
  return withTwoServers(context, {}, async (first, second) => {
    const admin = await ApiClient.signIn(first.url);
    const adminOnSecondServer = admin.forServer(second.url);
    const headers = { "idempotency-key": randomUUID() };
    const post = (client: ApiClient, TypeName: string) =>
      client.send({ method: "POST", path: "/api/plot-type", body: { TypeName }, headers });
    const responses = await Promise.all(
      Array.from({ length: requestCount }, (_, index) => post(index % 2 === 0 ? admin : adminOnSecondServer, "Once")),
    );
    const distinctResponses = new Set(responses.map(({ status, text }) => `${status} ${text}`));
    const otherBody = await post(adminOnSecondServer, "Twice");
    const rows = z.array(z.unknown()).parse(await admin.requestData({ path: "/api/plot-type" }));
    return {
      summary: `${requestCount} concurrent requests at two servers: ${rows.length} row, ${distinctResponses.size} response; another body: ${otherBody.status}`,
      passed:
        rows.length === 1 && distinctResponses.size === 1 && responses[0]?.status === 200 && otherBody.status === 422,
    };
  });
}

const receiptCount = 50;
const receiptsSchema = z.array(z.looseObject({ ReceiptNo: z.int() }));
const receiptBody = { AmountPaid: 100, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };

/**
 * Sends fifty concurrent receipts and as many invalid ones to two servers, then twenty concurrent requests that mark
 * one installment as paid.
 */
export function checkConcurrentPayments(context: AcceptanceContext): Promise<CheckResult> {
  return withTwoServers(context, {}, async (first, second) => {
    const admin = await ApiClient.signIn(first.url);
    const adminOnSecondServer = admin.forServer(second.url);
    const { houseNumbers, installmentIds } = await createSociety(admin, { houseCount: 5 });
    const postReceipt = (index: number, HouseNo: string | undefined) => {
      const body = { ...receiptBody, HouseNo };
      return (index % 2 === 0 ? admin : adminOnSecondServer).send({
        method: "POST",
        path: "/api/payment-receipt",
        body,
      });
    };
    const responses = await Promise.all(
      Array.from({ length: receiptCount }, (_, index) => [
        postReceipt(index, houseNumbers[index % houseNumbers.length]),
        postReceipt(index, "no such house"),
      ]).flat(),
    );
    const refusedCount = responses.filter(({ status }) => status >= 400 && status < 500).length;
    const { count, gapCount } = countReceiptGaps(await admin.requestData({ path: "/api/payment-receipt" }));
    const path = `/api/payment-schedule/${installmentIds.at(-1)}`;
    const updates = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? admin : adminOnSecondServer).send({ method: "PUT", path, body: { IsPaid: 1, Version: 1 } }),
      ),
    );
    const acceptedCount = updates.filter(({ status }) => status === 200).length;
    return {
      summary: `${count} receipts, ${gapCount} gaps, ${refusedCount} refused; 20 concurrent payments of one installment: ${acceptedCount} accepted`,
      passed: count === receiptCount && gapCount === 0 && refusedCount === receiptCount && acceptedCount === 1,
    };
  });
}

/** The number of receipts in a list, and how many of their sorted numbers differ from 1, 2, 3 and so on. */
export function countReceiptGaps(receipts: unknown): { count: number; gapCount: number } {
  const numbers = receiptsSchema
    .parse(receipts)
    .map(({ ReceiptNo }) => ReceiptNo)
    .sort((a, b) => a - b);
  return { count: numbers.length, gapCount: numbers.filter((number, index) => number !== index + 1).length };
}
