import { expect, test } from "vitest";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("a change of the society is sent to staff, residents and displays on every server, and its record only to users who may view it", async () => {
  const harness = await openHarness();
  const { admin, anonymous, portal } = harness;
  const secondServer = await portal.startAnotherServer();
  const { token } = await createDisplay(harness);
  const sockets = {
    admin: await admin.openSocket(),
    ali: await secondServer.person("ali").openSocket(),
    display: await anonymous.openSocket({ token }),
  };
  expect((await sockets.admin.watch(["society", "letterhead"])).denied).toEqual([]);
  expect((await sockets.ali.watch(["society", "letterhead"])).denied).toEqual(["society"]);
  expect((await sockets.display.watch(["society", "letterhead"])).denied).toEqual(["society"]);

  assertOk(await admin.put("/society", { Name: "Renamed Society", NameUrdu: "نیا نام" }));
  for (const socket of Object.values(sockets)) {
    await socket.waitFor(({ resyncs }) => resyncs.some((resources) => resources.includes("letterhead")));
  }
  await sockets.admin.waitFor(({ changes }) => changes.length > 0);
  expect(sockets.admin.received.changes).toMatchObject([{ resource: "society", record: { Name: "Renamed Society" } }]);
  await sockets.ali.waitForEarlierEvents();
  expect(sockets.ali.received.changes).toEqual([]);
  expect(sockets.display.received.changes).toEqual([]);
  const reply = assertOk(await secondServer.person("ali").get("/society/public"));
  expect(reply.body.data).toMatchObject({ Name: "Renamed Society", NameUrdu: "نیا نام" });
});
