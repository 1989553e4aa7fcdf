import { expect, test } from "vitest";
import { certificate } from "../../shared/resources/certificate.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("a charge on one server withdraws the certificate for clients of another server, and other residents receive no event", async () => {
  const { admin, portal, society } = await openHarness();
  const { PlotID } = society.aliPlot;
  const secondServer = await portal.startAnotherServer();
  const [staffSocket, ownerSocket, neighbourSocket] = [
    await secondServer.person("manager").openSocket(),
    await secondServer.person("ali").openSocket(),
    await secondServer.person("sana").openSocket(),
  ];
  const sockets = [staffSocket, ownerSocket, neighbourSocket];
  for (const socket of sockets) expect((await socket.watch([certificate.name])).denied).toEqual([]);
  const waitForState = async (state: string) => {
    for (const socket of [staffSocket, ownerSocket])
      await socket.waitFor(({ changes }) => changes.some(({ record }) => record?.State === state));
  };
  assertOk(await admin.post("/certificate", { PlotID }));
  await waitForState("valid");
  const chargeForm = { PlotID, Kind: "charge", Amount: 500, Date: "2026-11-15", Reason: "Water tanker" };
  assertOk(await admin.post("/adjustment", chargeForm));
  await waitForState("withdrawn");
  await neighbourSocket.waitForEarlierEvents();
  expect(neighbourSocket.received.changes).toEqual([]);
});
