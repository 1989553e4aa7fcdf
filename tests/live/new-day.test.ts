import { expect, test } from "vitest";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { createIndebtedPlots } from "../harness/mail.ts";

test("at midnight of the society, open screens and displays get the figures of the new day, month and year", async () => {
  const harness = await openHarness();
  const { clock, board, manager, anonymous, portal, createSchedule } = harness;
  // One second before 2027 begins in Karachi.
  clock.set("2026-12-31T18:59:59Z");
  await createIndebtedPlots(harness, { HouseNo: "A-14" });
  await createSchedule({ StartYear: 2027, EndYear: 2027, FloorRate: 1_000 });
  const secondServer = await portal.startAnotherServer();
  const { token } = await createDisplay(harness);
  const listeners = [
    await board.openSocket(),
    await anonymous.openSocket({ token }),
    await secondServer.person("board").openSocket(),
  ];
  for (const listener of listeners) await listener.watch(["dashboard"]);
  const ageingScreen = await manager.openSocket();
  await ageingScreen.watch(["ageing", "reminders"]);

  clock.set("2026-12-31T19:00:01Z");
  for (const listener of listeners) {
    await listener.waitFor(({ dashboard }) => dashboard.length > 0);
    expect(listener.received.dashboard).toMatchObject([
      { today: "2027-01-01", year: 2027, data: [{ period: "Current Year", total_amount: 24_000 }, {}, {}, {}] },
    ]);
  }
  await ageingScreen.waitFor(({ resyncs }) => resyncs.length > 1);
  expect(ageingScreen.received.resyncs.flat().sort()).toEqual(["ageing", "reminders"]);
});
