import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { makeLog } from "../../server/kernel/log.ts";
import { openOffice } from "../../server/office.ts";
import { setUp } from "../../server/setup.ts";
import { Clock } from "./clock.ts";
import { type Contents, contentsOf } from "./databases.ts";
import { makePeople } from "./people.ts";
import { makeSociety, type Society } from "./society.ts";

export interface Beginning {
  society: Society;
  contents: Contents;
}

let made: Promise<Beginning> | undefined;

/** What every world begins with: a portal that has been set up, its society and its people; made once, as it takes a while. */
export function beginning(): Promise<Beginning> {
  made ??= begin().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function begin(): Promise<Beginning> {
  const place = { uri: inject("mongoUri"), name: `world-${randomUUID()}` };
  const office = await openOffice({ ...place, now: new Clock().now, log: makeLog("silent") });
  await setUp(office.atWork("setting up"), []);
  const aTest = office.atWork("a test");
  const society = await aTest.transaction(makeSociety);
  const plots = { ali: [society.ali.PlotID], sana: [society.sana.PlotID] };
  await aTest.transaction((tx) => makePeople(tx, { plots }));
  await office.close();
  return { society, contents: await contentsOf(place) };
}
