import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { parseRecord } from "../harness/reply.ts";

const receiptForm = { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
const november = { StartMonth: 11, EndMonth: 11 };

describe("concurrent payments of one installment", { tags: "requirement-20" }, () => {
  test("ticking an installment that a receipt has already paid is refused with the username of the cashier and the time", async () => {
    const { manager, clerk, createSchedule } = await openHarness();
    const [row] = (await createSchedule(november)).rows;
    parseRecord(paymentReceipt, await manager.post("/payment-receipt", receiptForm));
    for (const body of [{ IsPaid: 1 }, { ...row, IsPaid: 1 }]) {
      const reply = await clerk.put(`/payment-schedule/${row?.PaymentScheduleID}`, body);
      expect([reply.status, reply.body.message]).toEqual([409, "Already paid by manager at 15/11/2026 12:00"]);
      expect(reply.body.data).toMatchObject({ IsPaid: 1, AmountReceived: 2500, TickedAmount: 0, Version: 2 });
    }
  });

  test("a tick of an outdated unpaid row is refused with the name of the user of the earlier tick, and ticking a row that is shown as paid changes nothing", async () => {
    const { manager, clerk, clock, createSchedule } = await openHarness();
    const [row] = (await createSchedule(november)).rows;
    const path = `/payment-schedule/${row?.PaymentScheduleID}`;
    const ticked = parseRecord(paymentSchedule, await manager.put(path, { ...row, IsPaid: 1 }));
    clock.advanceMinutes(65);
    const secondReply = await clerk.put(path, { ...row, IsPaid: 1 });
    expect([secondReply.status, secondReply.body.message]).toEqual([
      409,
      "Already paid by manager at 15/11/2026 12:00",
    ]);
    expect(secondReply.body.data).toEqual(ticked);
    for (const body of [{ IsPaid: 1 }, ticked])
      expect(parseRecord(paymentSchedule, await clerk.put(path, body))).toEqual(ticked);
    const untickReply = await clerk.put(path, { ...row, IsPaid: 0 });
    expect([untickReply.status, untickReply.body.message]).toEqual([
      409,
      expect.stringContaining("Somebody has changed this"),
    ]);
  });

  test("a receipt and two ticks at the same time pay an installment once", async () => {
    const { manager, clerk, createSchedule, portal } = await openHarness();
    const [row] = (await createSchedule(november)).rows;
    const clerkOnSecondServer = (await portal.startAnotherServer()).person("clerk");
    await Promise.all([manager.token(), clerk.token(), clerkOnSecondServer.token()]);
    const path = `/payment-schedule/${row?.PaymentScheduleID}`;
    const [receiptReply, ...tickReplies] = await Promise.all([
      manager.post("/payment-receipt", receiptForm),
      clerk.put(path, { ...row, IsPaid: 1 }),
      clerkOnSecondServer.put(path, { ...row, IsPaid: 1 }),
    ]);
    const { Credit } = parseRecord(paymentReceipt, receiptReply);
    const successfulTicks = tickReplies.filter(({ status }) => status === 200);
    expect(successfulTicks).toHaveLength(Credit === 0 ? 0 : 1);
    expect((await manager.list(paymentSchedule, "?plot=1"))[0]).toMatchObject({ IsPaid: 1, AmountReceived: 2500 });
    for (const { status, body } of tickReplies.filter((reply) => !successfulTicks.includes(reply)))
      expect([status, body.message]).toEqual([409, expect.stringMatching(/^Already paid by (manager|clerk) at /)]);
  });
});

test("fifty concurrent receipts get consecutive numbers although other receipts are refused between them", {
  tags: "requirement-20",
}, async () => {
  const { admin, createSchedule } = await openHarness();
  await createSchedule();
  await admin.token();
  const replies = await Promise.all(
    Array.from({ length: 75 }, (_, index) =>
      admin.post(
        "/payment-receipt",
        // No house has this number.
        index % 3 === 2 ? { ...receiptForm, HouseNo: "Z-9" } : { ...receiptForm, AmountPaid: 100 + index },
      ),
    ),
  );
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(25);
  const receipts = replies.filter(({ status }) => status === 200).map((reply) => parseRecord(paymentReceipt, reply));
  expect(receipts.map(({ ReceiptNo }) => ReceiptNo).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});
