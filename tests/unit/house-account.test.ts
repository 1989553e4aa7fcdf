import { expect, test } from "vitest";
import type { AdjustmentRecord } from "../../shared/domain/adjustment-records.ts";
import { toPaisa, zero } from "../../shared/money.ts";
import { computeHouseAccount } from "../../web/features/house/houseAccount.ts";

const today = "2026-11-15";
const ownedFrom = "2026-11-10";

test("the account of a new owner counts a charge of before the transfer that is due after it", () => {
  const account = computeHouseAccount({
    scheduleRows: [],
    receipts: [],
    // The list of the new owner does not contain it, because its Date is before the transfer.
    adjustments: [],
    broughtForward: {
      ownedFrom,
      openCharges: [
        { kind: "charge", id: 1, DueDate: "2026-12-20", Amount: 300, PenaltyAmount: 0, Received: 100, Due: 200 },
      ],
      credit: zero,
    },
    today,
  });
  expect(account).toMatchObject({ overdue: 0, notDueYet: toPaisa(200), nextItem: { DueDate: "2026-12-20" } });
  // The paid part does not count, because the item leaves the balance when it is paid.
  expect(account).toMatchObject({ billedForYear: toPaisa(200), receivedForYear: 0 });
});

test("the account of a new owner counts a charge that was due before the transfer once, as part of what was taken over", () => {
  const account = computeHouseAccount({
    scheduleRows: [],
    receipts: [],
    adjustments: [{ ...emptyCharge, Date: "2026-11-15", DueDate: "2026-11-05", Amount: 500 }],
    broughtForward: {
      ownedFrom,
      openCharges: [
        { kind: "opening", id: 0, DueDate: ownedFrom, Amount: 500, PenaltyAmount: 0, Received: 0, Due: 500 },
      ],
      credit: zero,
    },
    today,
  });
  expect(account).toMatchObject({
    overdue: toPaisa(500),
    overdueCount: 1,
    daysOverdue: 5,
    billedForYear: toPaisa(500),
  });
});

test("what was billed to a new owner includes their paid charges, but not those due before the transfer", () => {
  const paid = { ...emptyCharge, Amount: 500, AmountReceived: 500, IsPaid: 1 } as const;
  const account = computeHouseAccount({
    scheduleRows: [],
    receipts: [],
    adjustments: [
      { ...paid, AdjustmentID: 2, Date: "2026-11-15", DueDate: "2026-11-05" },
      { ...paid, AdjustmentID: 3, Date: "2026-11-15", DueDate: null },
    ],
    broughtForward: { ownedFrom, openCharges: [], credit: zero },
    today,
  });
  expect(account).toMatchObject({ billedForYear: toPaisa(500), receivedForYear: toPaisa(500), overdue: 0 });
});

test("the account of a new owner counts a charge once if the list has it as paid and the balance still as open", () => {
  const openCharge = { kind: "charge", DueDate: "2026-11-15", PenaltyAmount: 0, Received: 0 } as const;
  const account = computeHouseAccount({
    scheduleRows: [],
    receipts: [],
    adjustments: [
      { ...emptyCharge, AdjustmentID: 1, Amount: 500, AmountReceived: 500, IsPaid: 1 },
      { ...emptyCharge, AdjustmentID: 2, Amount: 300, AmountReceived: 100 },
    ],
    broughtForward: {
      ownedFrom,
      openCharges: [
        { ...openCharge, id: 1, Amount: 500, Due: 500 },
        { ...openCharge, id: 2, Amount: 300, Due: 300 },
      ],
      credit: zero,
    },
    today,
  });
  expect(account).toMatchObject({
    billedForYear: toPaisa(800),
    receivedForYear: toPaisa(600),
    notDueYet: toPaisa(200),
  });
});

const emptyCharge: AdjustmentRecord = {
  AdjustmentID: 1,
  AdjustmentNo: 1,
  PlotID: 1,
  SettledPlotID: 1,
  CategoryID: 1,
  CategoryName: "A",
  HouseNo: "A-1",
  OwnerName: "Sana",
  ToPlotID: null,
  ToHouseNo: "",
  Kind: "charge",
  Amount: 0,
  Date: "2026-11-15",
  DueDate: null,
  Reason: "Water tanker",
  PaymentScheduleID: null,
  ChargeID: null,
  Of: "amount",
  AccountID: null,
  AmountReceived: 0,
  WaivedAmount: 0,
  IsPaid: 0,
  PaidDate: null,
  Allocations: [],
  Credit: 0,
  TickedDate: null,
  TickedAccountID: null,
  RefundedAmount: 0,
  Funding: [],
  VoidedAt: null,
  VoidReason: "",
  CreatedAt: "2026-11-15T07:00:00.000Z",
  Version: 1,
};
