import { addMonths, monthIndex, monthKey, monthOf, societyDayAt, type YearMonth } from "../../../shared/dates.ts";
import { buildPlanLines, periodMonths } from "../../../shared/domain/payment-plan.ts";
import { billingMonth, buildScheduleRows, type ChargedMonth, penaltyApplies } from "../../../shared/domain/schedule.ts";
import { type GenerationPreview, previewGeneration } from "../../../shared/endpoints/payment-schedule.ts";
import { createMessage } from "../../../shared/messages.ts";
import { sumPaisa, toRupees, zero } from "../../../shared/money.ts";
import { monthLock } from "../../../shared/resources/month-lock.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { type ServiceRate, serviceRate } from "../../../shared/resources/service-rate.ts";
import { type CommitDoc, commitsCollection } from "../../commits/commit.ts";
import { between, type Filter, inArray, type Store } from "../../database/store.ts";
import { invalidField, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { FeatureServices } from "../feature.ts";

interface InstallmentsInput {
  rate: ServiceRate;
  PaymentPlanID: number;
  plots: readonly Plot[];
  /** The months for which any plan has already charged these plots. */
  chargedMonths: readonly ChargedMonth[];
  /** The first month to charge, YYYY-MM; the plan's first month without it. */
  from?: string;
  now: Date;
}

/** The new installments of a plan for these plots, and the months that are skipped because they are already charged. */
export function buildInstallments({ rate, PaymentPlanID, plots, chargedMonths, from, now }: InstallmentsInput) {
  const categories = new Map(plots.map(({ PlotID, CategoryID }) => [PlotID, CategoryID]));
  const planLines = buildPlanLines(rate);
  const PenaltyAmount = rate.IsPenaltyApply ? rate.PenaltyAmount : zero;
  const Created_at = now.toISOString();
  const planned = buildScheduleRows({ plotIds: [...categories.keys()], planLines, chargedMonths, from });
  // Explicit fields: spreading objects is slow for tens of thousands of rows.
  const rows = planned.rows.map(({ PlotID, InstallmentNumber, DueDate, BillingMonth, Amount }) => ({
    PlotID,
    CategoryID: categories.get(PlotID),
    PaymentPlanID,
    InstallmentNumber,
    DueDate,
    BillingMonth,
    IsDuplicate: 0 as const,
    Amount,
    GracePeriodDays: rate.GracePeriodDays,
    PenaltyAmount,
    PenaltyApplied: 0 as const,
    WaivedAmount: zero,
    WaivedPenalty: zero,
    AmountReceived: zero,
    TickedAmount: zero,
    TickedDate: null,
    AccountID: null,
    PaidDate: null,
    IsPaid: Amount === zero ? (1 as const) : (0 as const),
    Created_at,
  }));
  return { rows, skipped: planned.skipped };
}

/** The installments of these plots in the months of the rate. */
export function chargedMonthsFilter(plotIds: readonly number[], rate: ServiceRate): Filter {
  const [first, last] = planPeriod(rate);
  return { PlotID: inArray(plotIds), BillingMonth: between(first, last) };
}

/**
 * The first month to charge, YYYY-MM. Throws 400 if only month or year is given, or if the plan ends before the month.
 */
export function parseFromMonth(
  { FromMonth, FromYear }: { FromMonth?: number | undefined; FromYear?: number | undefined },
  rate: ServiceRate,
): string {
  const [first, last] = planPeriod(rate);
  if (FromMonth === undefined && FromYear === undefined) return first;
  if (FromMonth === undefined) throw invalidField("FromMonth", createMessage("field-required", { field: "FromMonth" }));
  if (FromYear === undefined) throw invalidField("FromYear", createMessage("field-required", { field: "FromYear" }));
  const from = monthKey({ year: FromYear, month: FromMonth });
  if (from > last) throw invalidField("FromMonth", createMessage("plan-ends-before"));
  return from < first ? first : from;
}

/** Previews the generation for all plots that the plan's rate applies to. */
export function createPreviewHandler({ store, changeStream, now }: FeatureServices): EndpointHandler {
  return defineEndpointHandler(previewGeneration, async ({ params, query }) => {
    await changeStream.waitForOwnCommits([paymentSchedule.name, plot.name]);
    const plan = await store.get(paymentPlan, parseId(paymentPlan, params.PaymentPlanID));
    const rate = plan && (await store.get(serviceRate, plan.RateID));
    if (!plan || !rate) throw notFound(paymentPlan.label);
    const { PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID } = rate;
    const plots = await store.find(plot, { TypeID, CategoryID, FloorID });
    const plotIds = plots.map(({ PlotID }) => PlotID);
    const chargedMonths = await store.find(paymentSchedule, chargedMonthsFilter(plotIds, rate));
    const input = { rate, PaymentPlanID: plan.PaymentPlanID, plots, chargedMonths, now: now() };
    const isProposed = query.FromMonth === undefined && query.FromYear === undefined;
    const from = isProposed ? await proposeFromMonth(store, input) : parseFromMonth(query, rate);
    return { data: describeGeneration({ ...input, from }) };
  });
}

/**
 * Proposes the first month to charge: the month in which the first of the houses that lack an installment of the plan
 * was added. If that month is locked, the first month after the lock; always a month of the plan's period. So a house
 * that was added in November is not charged for the months before.
 */
async function proposeFromMonth(store: Store, input: InstallmentsInput): Promise<string> {
  const [firstMonth, lastMonth] = planPeriod(input.rate);
  const ids = [...new Set(buildInstallments(input).rows.map(({ PlotID }) => PlotID))];
  const addedAt = await readFirstInsert(store, ids);
  const addedMonth = addedAt ? billingMonth(societyDayAt(addedAt)) : firstMonth;
  const [lock] = await store.find(monthLock, {});
  const firstUnlockedMonth = lock?.LockedThrough ? monthKey(addMonths(monthOf(lock.LockedThrough), 1)) : firstMonth;
  const proposed = [firstMonth, addedMonth, firstUnlockedMonth].sort().at(-1) ?? firstMonth;
  return proposed > lastMonth ? lastMonth : proposed;
}

/** When the first of these plots was added; undefined if no commit has such an insert. */
async function readFirstInsert({ connection }: Store, plotIds: readonly number[]): Promise<Date | undefined> {
  const isInsert = { resource: plot.name, id: { $in: plotIds }, type: "insert" } as const;
  const commit = await connection
    .collection<CommitDoc>(commitsCollection)
    .findOne({ changes: { $elemMatch: isInsert } }, { sort: { at: 1 }, projection: { at: 1 } });
  return commit?.at;
}

function describeGeneration(input: InstallmentsInput & { from: string }): GenerationPreview {
  const { rate, plots, chargedMonths, from, now } = input;
  const today = societyDayAt(now);
  const { rows, skipped } = buildInstallments(input);
  const penalized = rows.filter((row) => penaltyApplies(row, today));
  return {
    from: toMonthFields(monthOf(from)),
    months: periodMonths(rate).map(toMonthFields),
    installments: rows.length,
    amount: toRupees(sumPaisa(rows.map(({ Amount }) => Amount))),
    planHouses: plots.length,
    chargedHouses: new Set(chargedMonths.map(({ PlotID }) => PlotID)).size,
    houses: new Set(rows.map(({ PlotID }) => PlotID)).size,
    skipped: skipped.length,
    past: rows.filter(({ DueDate }) => monthIndex(monthOf(DueDate)) < monthIndex(monthOf(today))).length,
    penalized: penalized.length,
    penalty: toRupees(sumPaisa(penalized.map(({ PenaltyAmount }) => PenaltyAmount))),
  };
}

function toMonthFields({ year: Year, month: Month }: YearMonth) {
  return { Month, Year };
}

/** The first and last month of the plan, YYYY-MM. */
function planPeriod({ StartMonth, StartYear, EndMonth, EndYear }: ServiceRate): [first: string, last: string] {
  return [monthKey({ year: StartYear, month: StartMonth }), monthKey({ year: EndYear, month: EndMonth })];
}
