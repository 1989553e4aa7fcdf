import { expect, test } from "vitest";
import { certificate } from "../../shared/resources/certificate.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("a charge on one server withdraws the certificate on the screens of the other, and reaches no other resident", async () => {
  const { admin, portal, society } = await openHarness();
  const { PlotID } = society.aliPlot;
  const secondServer = await portal.startAnotherServer();
  const [staff, owner, neighbour] = [
    await secondServer.person("manager").openSocket(),
    await secondServer.person("ali").openSocket(),
    await secondServer.person("sana").openSocket(),
  ];
  const sockets = [staff, owner, neighbour];
  for (const socket of sockets) expect((await socket.watch([certificate.name])).denied).toEqual([]);
  const states = async (state: string) => {
    for (const socket of [staff, owner])
      await socket.waitFor(({ changes }) => changes.some(({ record }) => record?.State === state));
  };
  assertOk(await admin.post("/certificate", { PlotID }));
  await states("valid");
  const charge = { PlotID, Kind: "charge", Amount: 500, Date: "2026-11-15", Reason: "Water tanker" };
  assertOk(await admin.post("/adjustment", charge));
  await states("withdrawn");
  await neighbour.waitForEarlierEvents();
  expect(neighbour.received.changes).toEqual([]);
});
