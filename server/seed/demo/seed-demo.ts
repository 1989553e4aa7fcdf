import { monthOf } from "../../../shared/dates.ts";
import { society } from "../../../shared/resources/society.ts";
import type { Core } from "../../core.ts";
import { insertCharges } from "./charges.ts";
import { insertExpenses } from "./expenses.ts";
import { makeHouses } from "./houses.ts";
import { insertReceipts } from "./payments.ts";
import { insertPlotsAndLookups } from "./plots.ts";
import { SeededRandom } from "./seeded-random.ts";
import { demoSociety } from "./society.ts";

const seed = 1947;

/**
 * Fills an empty database with a demo society: 640 plots with two years of charges, payments and expenses until today.
 * Runs in one transaction. Runs on the same day insert the same data.
 */
export async function seedDemo(core: Core): Promise<void> {
  await core.createSystemContext("demo").transaction(async (tx) => {
    const [profile] = await tx.find(society, {});
    if (profile) tx.update(society, profile, demoSociety);
    const random = new SeededRandom(seed);
    const houses = makeHouses(random);
    const seededPlots = await insertPlotsAndLookups(tx, houses);
    const schedule = await insertCharges(tx, { ...seededPlots, houses, thisYear: monthOf(tx.today).year });
    await insertReceipts(tx, { plots: seededPlots.plots, schedule, random });
    await insertExpenses(tx, random);
  });
}
