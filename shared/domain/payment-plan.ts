import { type Day, dayOfMonth, formatMonthYear, monthIndex, monthOf, monthsBetween, type YearMonth } from "../dates.ts";
import { addPaisa, type Paisa } from "../money.ts";

/** The months that a service rate covers, first and last included. */
export interface RatePeriod {
  readonly StartMonth: number;
  readonly StartYear: number;
  readonly EndMonth: number;
  readonly EndYear: number;
}

/** The values of a service rate that decide its installments. */
export interface PlanRate extends RatePeriod {
  readonly DueOnDay: number;
  /** The amount of each month: `Per Floor Rate` on screens. */
  readonly FloorRate: Paisa;
}

/** An installment, numbered from 1, or the total row of a calendar year, whose number is the negative year. */
export interface PlanLine {
  readonly InstallmentNumber: number;
  readonly DueDate: Day;
  readonly TotalAmount: Paisa;
  /** Two decimals. */
  readonly Percentage: number;
}

/**
 * A plan's lines in order: each calendar year's installments, then the year's total row, dated 31 December. The
 * percentages of the installments add up to exactly 100, and so do those of the total rows, if they are added as whole
 * hundredths of a percent.
 */
export function buildPlanLines(rate: PlanRate): PlanLine[] {
  const monthly = monthlyInstallments(rate);
  const years = new Set(monthly.map(yearOf));
  return [...years].flatMap((year) => {
    const installments = monthly.filter((installment) => yearOf(installment) === year);
    return [...installments, yearTotalRow(year, installments)];
  });
}

/** Whether the house pays this rate: type, category and floor are the same. */
export function rateAppliesTo(house: HouseProperties, rate: RateProperties): boolean {
  const { TypeID, CategoryID, FloorID } = house;
  return TypeID === rate.PlotTypeID && CategoryID === rate.PlotCategoryID && FloorID === rate.FloorID;
}

type HouseProperties = Readonly<Record<"TypeID" | "CategoryID" | "FloorID", number>>;
type RateProperties = Readonly<Record<"PlotTypeID" | "PlotCategoryID" | "FloorID", number>>;

/** Whether the line is an installment and not the total row of a year. */
export function isMonthlyInstallment({ InstallmentNumber }: Pick<PlanLine, "InstallmentNumber">): boolean {
  return InstallmentNumber > 0;
}

/** `Residential A Ground 01/2026-12/2026`. */
export function planName(
  rate: RatePeriod & { readonly TypeName: string; readonly CategoryName: string; readonly Floor: string },
): string {
  const months = `${formatMonthYear(startMonth(rate))}-${formatMonthYear(endMonth(rate))}`;
  return `${rate.TypeName} ${rate.CategoryName} ${rate.Floor} ${months}`;
}

/** `01/2026 - 12/2026`. */
export function planDescription(period: RatePeriod): string {
  return `${formatMonthYear(startMonth(period))} - ${formatMonthYear(endMonth(period))}`;
}

/** Whether the period does not end before it starts. */
export function isValidPeriod(period: RatePeriod): boolean {
  return monthIndex(startMonth(period)) <= monthIndex(endMonth(period));
}

/** The months of the period; none when it ends before it starts. */
export function periodMonths(period: RatePeriod): YearMonth[] {
  return monthsBetween(startMonth(period), endMonth(period));
}

/** Whether the two periods share a month. */
export function periodsOverlap(a: RatePeriod, b: RatePeriod): boolean {
  return monthIndex(startMonth(a)) <= monthIndex(endMonth(b)) && monthIndex(startMonth(b)) <= monthIndex(endMonth(a));
}

// Percentages are distributed in whole hundredths of a percent, because floating-point shares would not add up to 100.
const totalHundredths = 10_000;

function monthlyInstallments(rate: PlanRate): PlanLine[] {
  const months = periodMonths(rate);
  const share = Math.floor(totalHundredths / months.length);
  const lastShare = totalHundredths - share * (months.length - 1);
  return months.map((month, index) => ({
    InstallmentNumber: index + 1,
    DueDate: dayOfMonth({ ...month, day: rate.DueOnDay }),
    TotalAmount: rate.FloorRate,
    Percentage: (index === months.length - 1 ? lastShare : share) / 100,
  }));
}

function yearOf({ DueDate }: PlanLine): number {
  return monthOf(DueDate).year;
}

function yearTotalRow(year: number, installments: readonly PlanLine[]): PlanLine {
  const hundredths = installments.reduce((sum, { Percentage }) => sum + Math.round(Percentage * 100), 0);
  return {
    InstallmentNumber: -year,
    DueDate: dayOfMonth({ year, month: 12, day: 31 }),
    TotalAmount: addPaisa(...installments.map(({ TotalAmount }) => TotalAmount)),
    Percentage: hundredths / 100,
  };
}

function startMonth({ StartYear, StartMonth }: RatePeriod): YearMonth {
  return { year: StartYear, month: StartMonth };
}

function endMonth({ EndYear, EndMonth }: RatePeriod): YearMonth {
  return { year: EndYear, month: EndMonth };
}
