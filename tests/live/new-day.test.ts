import { expect, test } from "vitest";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { createIndebtedPlots } from "../harness/mail.ts";

test("at midnight of the society, open screens and displays get the figures of the new day, month and year", async () => {
  const harness = await openHarness();
  const { clock, dashboardReader, manager, anonymous, portal, createSchedule } = harness;
  // One second before 2027 begins in Karachi. The running server notices this day too, before the others are opened.
  const firstListener = await dashboardReader.openSocket();
  await firstListener.watch(["dashboard"]);
  clock.set("2026-12-31T18:59:59Z");
  await firstListener.waitFor(({ dashboard }) => dashboard.at(-1)?.today === "2026-12-31");
  firstListener.close();
  await createIndebtedPlots(harness, { HouseNo: "A-14" });
  await createSchedule({ StartYear: 2027, EndYear: 2027, FloorRate: 1_000 });
  const secondServer = await portal.startAnotherServer();
  const { token } = await createDisplay(harness);
  const listeners = [
    await dashboardReader.openSocket(),
    await anonymous.openSocket({ token }),
    await secondServer.person("dashboardReader").openSocket(),
  ];
  for (const listener of listeners) await listener.watch(["dashboard"]);
  const ageingScreen = await manager.openSocket();
  await ageingScreen.watch(["ageing", "reminders"]);
  for (const listener of [...listeners, ageingScreen]) {
    await listener.waitForEarlierEvents();
    listener.clearReceived();
  }

  clock.set("2026-12-31T19:00:01Z");
  for (const listener of listeners) {
    await listener.waitFor(({ dashboard }) => dashboard.length > 0);
    expect(listener.received.dashboard).toMatchObject([
      { today: "2027-01-01", year: 2027, data: [{ period: "Current Year", total_amount: 2 * 12 * 1_000 }, {}, {}, {}] },
    ]);
  }
  await ageingScreen.waitFor(({ resyncs }) => resyncs.length > 1);
  expect(ageingScreen.received.resyncs.flat().sort()).toEqual(["ageing", "reminders"]);
});
