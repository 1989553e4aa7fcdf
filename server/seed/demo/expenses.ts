import { type Day, dayOfMonth, monthKey, monthOf, monthsBetween, type YearMonth } from "../../../shared/dates.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import type { SeededRandom } from "./seeded-random.ts";

interface ExpenseTemplate {
  type: string;
  title: string;
  /** The usual amount. */
  rupees: number;
  description?: string;
}

const monthlyExpenses: readonly ExpenseTemplate[] = [
  { type: "Security", title: "Guards' wages", rupees: 342_000, description: "18 guards, three shifts" },
  { type: "Sanitation", title: "Sweepers' wages", rupees: 164_000 },
  { type: "Utilities", title: "Street lights (LESCO)", rupees: 118_000 },
  { type: "Water", title: "Tube well diesel", rupees: 92_000 },
  { type: "Horticulture", title: "Park upkeep", rupees: 46_000 },
  { type: "Office", title: "Staff salaries", rupees: 95_000 },
  { type: "Office", title: "Stationery, internet", rupees: 14_500 },
];

const occasionalExpenses: readonly ExpenseTemplate[] = [
  { type: "Repairs", title: "Road patching", rupees: 84_000, description: "Blocks B and C" },
  { type: "Repairs", title: "Gate motor repair", rupees: 18_750 },
  { type: "Repairs", title: "Water pump rewinding", rupees: 36_500, description: "Tube well 2" },
  { type: "Sanitation", title: "Drain cleaning", rupees: 27_000 },
  { type: "Security", title: "CCTV maintenance", rupees: 22_000 },
  { type: "Community", title: "Mosque upkeep", rupees: 30_000 },
  { type: "Horticulture", title: "Tree planting", rupees: 41_000 },
  { type: "Office", title: "Audit fee", rupees: 60_000 },
];

export type SeededExpense = ReturnType<typeof makeExpense>;

/** From this amount on the bank pays, otherwise the cash account. */
const minBankRupees = 100_000;

/**
 * Seven to ten expenses a month, from January of last year until `today`. Each is recorded on its day of payment, an
 * unpaid one on the first day of its month. The bank pays the larger ones.
 */
export function makeExpenses(
  random: SeededRandom,
  { today, bankAccountId }: { today: Day; bankAccountId: number },
): SeededExpense[] {
  const thisMonth = monthOf(today);
  const months = monthsBetween({ year: thisMonth.year - 1, month: 1 }, thisMonth);
  return months.flatMap((month) => {
    const firstIndex = random.between(0, occasionalExpenses.length - 1);
    const extras = Array.from(
      { length: random.between(0, 3) },
      (_, index) => occasionalExpenses[(firstIndex + index) % occasionalExpenses.length],
    );
    const templates = [...monthlyExpenses, ...extras.filter((template) => template !== undefined)];
    return templates.map((template) => makeExpense(random, { template, month, today, bankAccountId }));
  });
}

function makeExpense(
  random: SeededRandom,
  {
    template,
    month,
    today,
    bankAccountId,
  }: { template: ExpenseTemplate; month: YearMonth; today: Day; bankAccountId: number },
) {
  // Up to 8 % below or above the usual amount.
  const priceFactor = 0.92 + random.next() * 0.16;
  const PaidOnDate = dayOfMonth({ ...month, day: random.between(3, 28) });
  const isPaid = PaidOnDate <= today;
  const input = expenses.input.parse({
    ExpenseType: template.type,
    ExpenseTitle: template.title,
    Description: template.description,
    Month: monthKey(month).slice(5),
    Year: String(month.year),
    Amount: Math.round((template.rupees * priceFactor) / 50) * 50,
    IsPaid: isPaid,
    PaidOnDate: isPaid ? PaidOnDate : null,
    AccountID: template.rupees < minBankRupees ? null : bankAccountId,
  });
  const createdAt = `${isPaid ? PaidOnDate : dayOfMonth({ ...month, day: 1 })}T06:00:00.000Z`;
  return {
    ...input,
    AttachmentID: "",
    AttachmentType: "" as const,
    ImportKey: "",
    IsPaidByImport: 0 as const,
    CreatedAt: createdAt,
    UpdatedAt: createdAt,
  };
}
