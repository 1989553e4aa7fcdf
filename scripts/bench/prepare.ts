import { z } from "zod";
import type { ApiClient } from "../lib/api-client.ts";
import { createPlan } from "../lib/sample-society.ts";
import { houseNumber, monthlyAmount, plotCount } from "./dataset.ts";

/** Creates plots and their payment plan on an empty portal; resolves with the body that generates the schedule. */
export async function fillPortal(admin: ApiClient): Promise<object> {
  const { RateID, PaymentPlanID } = await createPlan(admin, { amount: monthlyAmount });
  await importPlots(admin);
  const plots = z.array(z.looseObject({ PlotID: z.int() })).parse(await admin.requestData({ path: "/api/plot" }));
  return { RateID, PaymentPlanID, PlotIDs: plots.map(({ PlotID }) => PlotID) };
}

async function importPlots(admin: ApiClient): Promise<void> {
  const lines = Array.from({ length: plotCount }, (_, index) => {
    const house = houseNumber(index + 1);
    return `${house},A,House,Ground,Owner of ${house}`;
  });
  const { text } = await admin.sendOrThrow({
    method: "POST",
    path: "/api/import/plots",
    headers: { "content-type": "text/csv" },
    body: ["House No,Category,Type,Floor,Owner Name", ...lines].join("\n"),
  });
  if (!text.includes(`"added":${plotCount}`)) throw new Error(`The plots were not imported: ${text.slice(0, 200)}`);
}
