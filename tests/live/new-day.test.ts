import { expect, test } from "vitest";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { createIndebtedPlots } from "../harness/mail.ts";

test("at midnight in Pakistan, clients and displays receive the figures of the new day, month and year", async () => {
  const harness = await openHarness();
  const { clock, dashboardReader, manager, anonymous, portal, createSchedule } = harness;
  const firstSocket = await dashboardReader.openSocket();
  await firstSocket.watch(["dashboard"]);
  // One second before 2027 begins in Pakistan. The server has to notice 31 December before other sockets are opened.
  clock.set("2026-12-31T18:59:59Z");
  await firstSocket.waitFor(({ dashboard }) => dashboard.at(-1)?.today === "2026-12-31");
  firstSocket.close();
  await createIndebtedPlots(harness, { HouseNo: "A-14" });
  await createSchedule({ StartYear: 2027, EndYear: 2027, FloorRate: 1_000 });
  const secondServer = await portal.startAnotherServer();
  const { token } = await createDisplay(harness);
  const dashboardSockets = [
    await dashboardReader.openSocket(),
    await anonymous.openSocket({ token }),
    await secondServer.person("dashboardReader").openSocket(),
  ];
  for (const socket of dashboardSockets) await socket.watch(["dashboard"]);
  const ageingSocket = await manager.openSocket();
  await ageingSocket.watch(["ageing", "reminders"]);
  for (const socket of [...dashboardSockets, ageingSocket]) {
    await socket.waitForEarlierEvents();
    socket.clearReceived();
  }

  clock.set("2026-12-31T19:00:01Z");
  for (const socket of dashboardSockets) {
    await socket.waitFor(({ dashboard }) => dashboard.length > 0);
    expect(socket.received.dashboard).toMatchObject([
      { today: "2027-01-01", year: 2027, data: [{ period: "Current Year", total_amount: 2 * 12 * 1_000 }, {}, {}, {}] },
    ]);
  }
  await ageingSocket.waitFor(({ resyncs }) => resyncs.length > 1);
  expect(ageingSocket.received.resyncs.flat().sort()).toEqual(["ageing", "reminders"]);
});
