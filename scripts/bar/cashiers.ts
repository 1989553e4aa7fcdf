import { z } from "zod";
import type { Finding } from "./line.ts";
import { type Place, portalAt } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

const atOnce = 50;
const receipt = z.looseObject({ ReceiptNo: z.int() });
const paid = { AmountPaid: 100, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };

/** Fifty receipts at once at two servers, with as many that are refused between them; and one installment ticked by twenty. */
export async function measureCashiers(place: Place): Promise<Finding> {
  const one = await portalAt(place);
  const other = await one.again();
  try {
    const admin = await Visitor.admin(one.url);
    const there = admin.at(other.url);
    const { houses, installments } = await settle(admin, { houses: 5 });
    const enter = (index: number, HouseNo: string | undefined) => {
      const body = { ...paid, HouseNo };
      return (index % 2 === 0 ? admin : there).call({ method: "POST", path: "/api/payment-receipt", body });
    };
    const entered = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => [
        enter(index, houses[index % houses.length]),
        enter(index, "no such house"),
      ]).flat(),
    );
    const refused = entered.filter(({ status }) => status >= 400 && status < 500).length;
    const numbers = z
      .array(receipt)
      .parse(await admin.ask({ path: "/api/payment-receipt" }))
      .map(({ ReceiptNo }) => ReceiptNo)
      .sort((a, b) => a - b);
    const gaps = numbers.filter((number, index) => number !== index + 1).length;
    const last = installments.at(-1);
    const path = `/api/payment-schedule/${last}`;
    const ticks = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? admin : there).call({ method: "PUT", path, body: { IsPaid: 1, Version: 1 } }),
      ),
    );
    const settled = ticks.filter(({ status }) => status === 200).length;
    return {
      figure: `${numbers.length} receipts, ${gaps} gaps, ${refused} refused between; 20 ticks of one installment: ${settled} counts`,
      holds: numbers.length === atOnce && gaps === 0 && refused === atOnce && settled === 1,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}
