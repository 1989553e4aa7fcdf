import { ApiClient } from "./api-client.ts";
import { readAllDocuments } from "./database-documents.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
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
