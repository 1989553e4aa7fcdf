import type { Day } from "../../../shared/dates.ts";
import { planDescription, planName } from "../../../shared/domain/payment-plan.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { type Paisa, toPaisa, zero } from "../../../shared/money.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { type ServiceRate, serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { buildInstallments } from "../../features/payment-schedule/generation.ts";
import { categories, floors, type House, type RateGroup, types } from "./houses.ts";
import type { SeededPlots } from "./plots.ts";

const [dueOnDay, gracePeriodDays] = [10, 15];

/** Whether the penalties of a month are applied on this day. */
export function isPenaltyDay(day: Day): boolean {
  return Number(day.slice(8)) === dueOnDay + gracePeriodDays + 1;
}

interface ScheduleOptions extends SeededPlots {
  houses: readonly House[];
  thisYear: number;
}

/**
 * Inserts service rates, payment plans and the unpaid installments of last year and this year; returns the
 * installments.
 */
export async function insertSchedule(
  tx: Transaction,
  { houses, plots, idsOf, thisYear }: ScheduleOptions,
): Promise<Installment[]> {
  const rateDefinitions = defineRates(houses, { thisYear });
  const rates = await tx.insertMany(
    serviceRate,
    rateDefinitions.map((rate) => toRateRow(rate, idsOf(rate))),
  );
  const plans = await tx.insertMany(
    paymentPlan,
    rates.flatMap((row, index) => {
      const values = rateDefinitions[index];
      return values ? [toPlanRow(row, values)] : [];
    }),
  );
  const plotsByGroup = groupBy(plots, idKeyOf);
  const rows = plans.flatMap(({ PaymentPlanID, CreatedAt }, index) => {
    const rate = rates[index];
    if (!rate) return [];
    tx.update(serviceRate, rate, { PaymentPlanID });
    const chargedPlots =
      plotsByGroup.get(idKeyOf({ ...rate, TypeID: rate.PlotTypeID, CategoryID: rate.PlotCategoryID })) ?? [];
    const now = new Date(CreatedAt);
    return buildInstallments({ rate, PaymentPlanID, plots: chargedPlots, chargedMonths: [], now }).rows;
  });
  return tx.insertMany(paymentSchedule, rows);
}

function toRateRow(
  { year, monthly, penalty }: RateDefinition,
  { CategoryID, TypeID, FloorID }: ReturnType<SeededPlots["idsOf"]>,
) {
  return {
    StartMonth: 1,
    StartYear: year,
    EndMonth: 12,
    EndYear: year,
    PlotTypeID: TypeID,
    PlotCategoryID: CategoryID,
    FloorID,
    FloorRate: monthly,
    TotalAmount: monthly,
    DueOnDay: dueOnDay,
    IsPenaltyApply: penalty > zero,
    GracePeriodDays: penalty > zero ? gracePeriodDays : 0,
    PenaltyAmount: penalty,
    IsActive: true,
    PaymentPlanID: null,
  };
}

function toPlanRow(row: ServiceRate, { category, type, floor, year }: RateDefinition) {
  return {
    RateID: row.RateID,
    PaymentPlanName: planName({ ...row, CategoryName: category, TypeName: type, Floor: floor }),
    Description: planDescription(row),
    GracePeriodDays: row.GracePeriodDays,
    PenaltyAmount: row.PenaltyAmount,
    CreatedAt: `${year - 1}-12-20T06:00:00.000Z`,
  };
}

/** The key of a rate group by the ids of its category, type and floor. */
function idKeyOf({ CategoryID, TypeID, FloorID }: { CategoryID: number; TypeID: number; FloorID: number }): string {
  return `${CategoryID} ${TypeID} ${FloorID}`;
}

/** The monthly rate of a group of houses in one year, in paisa. */
interface RateDefinition extends RateGroup {
  year: number;
  monthly: Paisa;
  /** 0 for categories without a penalty. */
  penalty: Paisa;
}

/** In rupees, by category of the house. `floorFactors` and the type change the monthly rate. */
const monthlyRates = { A: 3_500, B: 2_500, C: 1_800, R: 1_500 } as const;
const penalties = { A: 200, B: 200, C: 150, R: 0 } as const;
const floorFactors = { "Open plot": 0.6, Ground: 1, "Ground + 1": 1.2, "Ground + 2": 1.4 } as const;
const lastYearFactor = 0.92;

/** A rate for each group of houses and year. Last year's rates were lower. */
function defineRates(houses: readonly House[], { thisYear }: { thisYear: number }): RateDefinition[] {
  const usedKeys = new Set(houses.map(nameKeyOf));
  const allGroups = categories.flatMap((category) =>
    types.flatMap((type) => floors.map((floor) => ({ category, type, floor }))),
  );
  return [thisYear - 1, thisYear].flatMap((year) =>
    allGroups
      .filter((group) => usedKeys.has(nameKeyOf(group)))
      .map((group) => ({
        ...group,
        year,
        monthly: monthlyAmount(group, year === thisYear ? 1 : lastYearFactor),
        penalty: toPaisa(penalties[group.category]),
      })),
  );
}

/** The key of a rate group by the names of its category, type and floor. */
function nameKeyOf({ category, type, floor }: RateGroup): string {
  return `${category} ${type} ${floor}`;
}

/** The monthly rate of a group, rounded to 50 rupees. */
function monthlyAmount({ category, type, floor }: RateGroup, yearFactor: number): Paisa {
  const rupees = monthlyRates[category] * floorFactors[floor] * (type === "Commercial" ? 1.6 : 1) * yearFactor;
  return toPaisa(Math.round(rupees / 50) * 50);
}
