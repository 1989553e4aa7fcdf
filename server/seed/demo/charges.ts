import { groupBy } from "../../../shared/domain/collections.ts";
import { planDescription, planName } from "../../../shared/domain/installments.ts";
import { zero } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { missingInstallments } from "../../features/payment-schedule/payment-schedule.ts";
import type { House } from "./houses.ts";
import type { SeededPlots } from "./plots.ts";
import { makeRates, type Rate } from "./rates.ts";

type Installment = RowOf<typeof paymentSchedule>;

interface ChargeOptions extends SeededPlots {
  houses: readonly House[];
  thisYear: number;
}

/** Service charges, their plans and the full schedules of last year and this one; nothing of it paid yet. */
export async function insertCharges(
  tx: Transaction,
  { houses, plots, idsOf, thisYear }: ChargeOptions,
): Promise<Installment[]> {
  const wanted = makeRates(houses, { thisYear });
  const rates = await tx.insertMany(
    serviceRate,
    wanted.map((rate) => rateRow(rate, idsOf(rate))),
  );
  const plans = await tx.insertMany(
    paymentPlan,
    rates.flatMap((row, index) => {
      const rate = wanted[index];
      return rate ? [planRow(row, rate)] : [];
    }),
  );
  const plotsOf = groupBy(plots, rateGroupKey);
  const rows = plans.flatMap(({ PaymentPlanID, CreatedAt }, index) => {
    const rate = rates[index];
    if (!rate) return [];
    tx.update(serviceRate, rate, { PaymentPlanID });
    const charged =
      plotsOf.get(rateGroupKey({ ...rate, TypeID: rate.PlotTypeID, CategoryID: rate.PlotCategoryID })) ?? [];
    return missingInstallments({ rate, PaymentPlanID, plots: charged, existing: [], at: new Date(CreatedAt) });
  });
  return tx.insertMany(paymentSchedule, rows);
}

function rateRow({ year, monthly, penalty }: Rate, { CategoryID, TypeID, FloorID }: ReturnType<SeededPlots["idsOf"]>) {
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
    DueOnDay: 10,
    IsPenaltyApply: penalty > zero,
    GracePeriodDays: penalty > zero ? 15 : 0,
    PenaltyAmount: penalty,
    IsActive: true,
    PaymentPlanID: null,
  };
}

function planRow(row: RowOf<typeof serviceRate>, { category, type, floor, year }: Rate) {
  return {
    RateID: row.RateID,
    PaymentPlanName: planName({ ...row, CategoryName: category, TypeName: type, Floor: floor }),
    Description: planDescription(row),
    GracePeriodDays: row.GracePeriodDays,
    PenaltyAmount: row.PenaltyAmount,
    CreatedAt: `${year - 1}-12-20T06:00:00.000Z`,
  };
}

function rateGroupKey({
  CategoryID,
  TypeID,
  FloorID,
}: {
  CategoryID: number;
  TypeID: number;
  FloorID: number;
}): string {
  return `${CategoryID} ${TypeID} ${FloorID}`;
}
