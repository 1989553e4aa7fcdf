import { z } from "zod";
import { buildPlanLines, rateAppliesTo } from "../../../shared/domain/payment-plan.ts";
import { paymentPlanFull } from "../../../shared/endpoints/payment-plan-full.ts";
import { paymentPlanHouses } from "../../../shared/endpoints/payment-plan-houses.ts";
import { createMessage } from "../../../shared/messages.ts";
import { toRupees } from "../../../shared/money.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { createPlanBody, paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody, parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { removeInstallments } from "../../services/installments.ts";
import { insertPlan } from "../../services/payment-plans.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** A rate has at most one plan, which can be revoked until a payment for one of its installments is recorded. */
const paymentPlanHandlers = defineResourceHandlers(paymentPlan, {
  create: async (ctx, body) => {
    const { RateID } = parseBody(createPlanBody, body);
    const row = await ctx.transaction(async (tx) => {
      const rate = await tx.get(serviceRate, RateID);
      if (!rate.IsActive) throw conflict(createMessage("rate-inactive"));
      if (rate.PaymentPlanID !== null) throw conflict(createMessage("plan-exists"));
      return insertPlan(tx, rate);
    });
    return { message: createMessage("plan-generated"), row };
  },
  answerRepeatedCreate: ({ firstRow }) => ({ message: createMessage("plan-generated"), row: firstRow }),
  beforeRemove: async (tx, plan) => {
    const installments = await tx.find(paymentSchedule, { PaymentPlanID: plan.PaymentPlanID });
    if (installments.some((row) => !canSeeRow(tx.viewer, paymentSchedule, row))) throw forbidden();
    if (installments.some((row) => row.AmountReceived > 0)) throw conflict(createMessage("plan-has-payments"));
    await removeInstallments(tx, installments, paymentPlan.label);
    tx.update(serviceRate, await tx.get(serviceRate, plan.RateID), { PaymentPlanID: null });
  },
  removedMessage: createMessage("plan-revoked"),
  openapi: { createErrors: [404, 409] },
});

export const feature: Feature = {
  resourceHandlers: paymentPlanHandlers,
  initialize: (services) => ({ endpointHandlers: createPaymentPlanHandlers(services) }),
};

const planHouseSchema = z.object({ _id: z.object({ plan: z.int(), plot: z.int() }) });

/**
 * A payment plan with its installments, rate and plots; and for all plans, the number of houses that have installments.
 */
function createPaymentPlanHandlers({
  store,
  changeStream,
  referenceCache,
  present,
}: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(paymentPlanFull, async ({ ctx, params }) => {
      await changeStream.waitForOwnCommits([plot.name]);
      const plan = await store.get(paymentPlan, parseId(paymentPlan, params.PaymentPlanID));
      const rate = plan && (await store.get(serviceRate, plan.RateID));
      if (!plan || !rate) throw notFound(paymentPlan.label);
      const result = {
        PaymentPlan: present(paymentPlan, plan),
        Installments: buildPlanLines(rate).map((row) => ({ ...row, TotalAmount: toRupees(row.TotalAmount) })),
        ServiceRates: [present(serviceRate, rate)],
        Plots: [...referenceCache.all(plot)]
          .filter((house) => rateAppliesTo(house, rate) && canSeeRow(ctx.viewer, plot, house))
          .map(({ PlotID, HouseNo, OwnerName }) => ({ PlotID, HouseNo, OwnerName })),
      };
      // The specification requires the result as JSON text in a field.
      return { data: [{ Result: JSON.stringify(result) }] };
    }),
    defineEndpointHandler(paymentPlanHouses, async ({ ctx }) => {
      await changeStream.waitForOwnCommits([plot.name]);
      const houses = [...referenceCache.all(plot)].filter((house) => canSeeRow(ctx.viewer, plot, house));
      const planHousesWithInstallments = new Set<string>();
      const group = { _id: { plan: "$PaymentPlanID", plot: "$PlotID" } };
      for await (const document of store.aggregate(paymentSchedule, {}, { group })) {
        // A row that was written directly to the database may have no plan.
        const { data } = planHouseSchema.safeParse(document);
        if (data) planHousesWithInstallments.add(`${data._id.plan} ${data._id.plot}`);
      }
      const rates = new Map((await store.find(serviceRate, {})).map((rate) => [rate.RateID, rate]));
      const data = (await store.find(paymentPlan, {})).map(({ PaymentPlanID, RateID }) => {
        const rate = rates.get(RateID);
        const applicableHouses = rate ? houses.filter((house) => rateAppliesTo(house, rate)) : [];
        const Generated = applicableHouses.filter(({ PlotID }) =>
          planHousesWithInstallments.has(`${PaymentPlanID} ${PlotID}`),
        ).length;
        return { PaymentPlanID, Houses: applicableHouses.length, Generated };
      });
      return { data };
    }),
  ];
}
