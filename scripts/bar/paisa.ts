import { documentsIn } from "./books.ts";
import type { Finding } from "./line.ts";
import { atPortal, type Place } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

/** An amount that no double holds exactly as rupees. */
const awkward = 2_500.55;

/** Every number in the database after all kinds of money have been booked in broken rupees: money is whole paisa. */
export function measurePaisa(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    const { houses, installments } = await settle(admin, { houses: 5, amount: awkward });
    const post = (path: string, body: object) => admin.ask({ method: "POST", path: `/api/${path}`, body });
    for (const [index, HouseNo] of houses.entries()) {
      const AmountPaid = Math.round((0.07 + 1_111.11 * (index + 1)) * 100) / 100;
      await post("payment-receipt", { HouseNo, AmountPaid, PaymentDate: "2026-03-01", PaymentMethod: "Cash" });
    }
    const bill = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "03", Year: "2026" };
    for (const Amount of [0.07, 1.1, 1_234_567.89]) await post("expenses", { ...bill, Amount });
    await admin.ask({ method: "PUT", path: `/api/payment-schedule/${installments.at(-1)}`, body: { IsPaid: 1 } });
    const numbers = (await documentsIn(portal.database)).flatMap(({ collection, document }) =>
      numbersIn(document, collection),
    );
    // Shares of a total are no money.
    const money = numbers.filter(({ where }) => !where.endsWith("Percentage"));
    const broken = money.filter(({ value }) => !Number.isSafeInteger(value));
    const kept = money.some(({ value }) => value === Math.round(awkward * 100));
    return {
      figure: [
        `${money.length} numbers in the database, ${broken.length} of them not whole`,
        ...broken.slice(0, 3).map(({ where, value }) => `${where}: ${value}`),
      ].join("; "),
      holds: broken.length === 0 && kept,
    };
  });
}

function numbersIn(value: unknown, where: string): { where: string; value: number }[] {
  if (typeof value === "number") return [{ where, value }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => numbersIn(one, where));
  if (typeof value !== "object" || value === null || value instanceof Date || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => numbersIn(one, `${where}.${name}`));
}
