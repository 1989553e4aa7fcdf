import { expect, test } from "vitest";
import { approval } from "../../shared/resources/approval.ts";
import { approve, createScheduleAndLimits, decline, expectApprovalRequested } from "../harness/approvals.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const receiptForm = { HouseNo: "A-1", AmountPaid: 4000, PaymentDate: "2026-11-15", PaymentMethod: "Cash" } as const;

test("approvers receive a request and its requester the decision live on every server, and residents receive neither", async () => {
  const harness = await openHarness();
  const { manager, portal } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const secondServer = await portal.startAnotherServer();
  const admin = secondServer.person("admin");
  const ids = [];
  for (let count = 0; count < 2; count++) ids.push((await createReceipt(manager, receiptForm)).PaymentReceiptID);
  const sockets = {
    admin: await admin.openSocket(),
    manager: await manager.openSocket(),
    ali: await secondServer.person("ali").openSocket(),
  };
  expect((await sockets.admin.watch(["approval"])).denied).toEqual([]);
  expect((await sockets.manager.watch(["approval", "payment-receipt"])).denied).toEqual([]);
  expect((await sockets.ali.watch(["approval"])).denied).toEqual(["approval"]);

  const approvalIds: number[] = [];
  for (const id of ids) approvalIds.push(expectApprovalRequested(await manager.delete(`/payment-receipt/${id}`)));
  await sockets.admin.waitFor(({ changes }) => changes.length === 2);
  expect(sockets.admin.received.changes).toMatchObject(
    approvalIds.map((id) => ({
      resource: "approval",
      type: "upsert",
      id,
      record: { State: "pending" },
      by: "manager",
    })),
  );

  const [approvedId = 0, declinedId = 0] = approvalIds;
  assertOk(await approve(admin, approvedId));
  assertOk(await decline(admin, declinedId, "The payer has the original"));
  const listDecisions = ({ changes }: typeof sockets.manager.received) =>
    changes.filter(({ resource, record }) => resource === "approval" && record?.State !== "pending");
  await sockets.manager.waitFor((received) => listDecisions(received).length === 2);
  expect(listDecisions(sockets.manager.received)).toMatchObject([
    { id: approvedId, record: { State: "approved", DecidedBy: "admin" } },
    { id: declinedId, record: { State: "declined", Note: "The payer has the original" }, by: "admin" },
  ]);
  const voided = sockets.manager.received.changes.filter(({ type }) => type === "delete");
  expect(voided).toMatchObject([{ resource: "payment-receipt", id: ids[0], by: "manager" }]);
  // The decision and the changes of the approved call are one commit, so they arrive in one event.
  const batch = sockets.manager.received.batches.find(({ changes }) => changes.some((change) => change === voided[0]));
  expect(batch?.changes.map(({ resource }) => resource)).toContain("approval");
  // The sent records are equal to those that the list returns.
  const list = await admin.list(approval);
  expect(list).toEqual(
    approvalIds.map(
      (id) =>
        sockets.manager.received.changes.findLast((change) => change.resource === "approval" && change.id === id)
          ?.record,
    ),
  );
  await sockets.ali.waitForEarlierEvents();
  expect(sockets.ali.received.changes).toEqual([]);
});
