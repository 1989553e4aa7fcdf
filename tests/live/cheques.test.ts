import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { depositCheque } from "../harness/cheques.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("a bounce on one server reopens the installment for clients of the other server, and other residents receive no event", async () => {
  const { admin, portal, society, createSchedule } = await openHarness();
  const { rows } = await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  const ChequeID = await depositCheque(admin, { AmountPaid: 2500 });
  const secondServer = await portal.startAnotherServer();
  const [staffSocket, ownerSocket, neighbourSocket] = [
    await secondServer.person("admin").openSocket(),
    await secondServer.person("ali").openSocket(),
    await secondServer.person("sana").openSocket(),
  ];
  const resources = ["payment-schedule", "payment-receipt"];
  expect((await staffSocket.watch([...resources, "cheque", "cash-book"])).denied).toEqual([]);
  for (const socket of [ownerSocket, neighbourSocket]) expect((await socket.watch(resources)).denied).toEqual([]);
  const bounce = { Date: "2026-11-15", Reason: "Insufficient funds" };
  assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, bounce));
  for (const socket of [staffSocket, ownerSocket])
    await socket.waitFor(({ changes }) =>
      changes.some(
        ({ resource, record }) =>
          resource === paymentSchedule.name &&
          record?.PaymentScheduleID === rows[0]?.PaymentScheduleID &&
          record?.IsPaid === 0,
      ),
    );
  await staffSocket.waitFor(({ changes }) =>
    changes.some(({ resource, record }) => resource === "cheque" && record?.State === "bounced"),
  );
  await staffSocket.waitFor(({ resyncs }) => resyncs.some((names) => names.includes("cash-book")));
  await neighbourSocket.waitForEarlierEvents();
  expect(neighbourSocket.received.changes).toEqual([]);
});
