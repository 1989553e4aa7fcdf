import { z } from "zod";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, startPortalProcess } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const concurrency = 50;
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
      Array.from({ length: concurrency }, (_, index) => [
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
      passed: numbers.length === concurrency && gaps === 0 && refused === concurrency && settled === 1,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}
