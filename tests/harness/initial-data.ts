import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { seedDatabase } from "../../server/seed/seed-database.ts";
import { Clock } from "./clock.ts";
import { createPeople } from "./people.ts";
import { createSociety, type Society } from "./society.ts";
import { type DatabaseContents, readContents } from "./test-databases.ts";

export interface InitialData {
  society: Society;
  contents: DatabaseContents;
}

let cached: Promise<InitialData> | undefined;

/** What every world begins with: a portal that has been set up, its society and its people; made once, as it takes a while. */
export function getInitialData(): Promise<InitialData> {
  cached ??= createInitialData().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function createInitialData(): Promise<InitialData> {
  const place = { uri: inject("mongoUri"), name: `world-${randomUUID()}` };
  const office = await openCore({ ...place, now: new Clock().now, log: createLog("silent") });
  await seedDatabase(office.systemContext("setting up"), []);
  const aTest = office.systemContext("a test");
  const society = await aTest.transaction(createSociety);
  const plots = { ali: [society.ali.PlotID], sana: [society.sana.PlotID] };
  await aTest.transaction((tx) => createPeople(tx, { plots }));
  await office.close();
  return { society, contents: await readContents(place) };
}
