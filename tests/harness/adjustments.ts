import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { type Harness, openHarness } from "./harness.ts";
import type { Person } from "./person.ts";
import { createReceipt } from "./receipts.ts";
import { assertOk, parseRecord } from "./reply.ts";

type Values = Readonly<Record<string, unknown>>;

/** The form of an adjustment, by default a charge of Rs 100 to A-1 on 15 November 2026. */
export function adjustmentForm(values: Values): Values {
  return { PlotID: 1, Kind: "charge", Amount: 100, Date: "2026-11-15", Reason: "Water tanker", ...values };
}

/**
 * Functions with which the user records and voids adjustments and records receipts, by default of A-1 on 15 November
 * 2026.
 */
export function createAdjustmentBuilders(admin: Person) {
  return {
    addAdjustment: async (values: Values) =>
      parseRecord(adjustment, await admin.post("/adjustment", adjustmentForm(values))),
    voidAdjustment: async ({ AdjustmentID }: RecordOf<typeof adjustment>) =>
      assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered by mistake" })),
    addReceipt: (AmountPaid: number, PaymentDate = "2026-11-15") => createReceipt(admin, { AmountPaid, PaymentDate }),
  };
}

/** Values of a service rate that charges only November, with a penalty of Rs 200 after 5 days of grace. */
export const novemberTerms = {
  StartMonth: 11,
  EndMonth: 11,
  IsPenaltyApply: true,
  PenaltyAmount: 200,
  GracePeriodDays: 5,
};

/** A portal, by default a new one, in which owe Rs 2,500 each by `novemberTerms`. */
export async function openNovemberHouses(sharedHarness?: Harness) {
  const harness = sharedHarness ?? (await openHarness());
  const { admin, clock, createSchedule, portal } = harness;
  await createSchedule(novemberTerms);
  return {
    ...harness,
    ...createAdjustmentBuilders(admin),
    /** Sets the clock to 20 November, after the days of grace, and runs the jobs, which apply the penalty. */
    applyPenalty: async () => {
      clock.set("2026-11-20T07:00:00Z");
      await portal.runJobs();
    },
  };
}
