import fc from "fast-check";
import { paisa, zero } from "../../shared/money.ts";

/**
 * Generates schedule rows of a few houses due in 2025 to 2027: unpaid, partly paid, or paid by receipts on the due
 * date, without ticks and waivers.
 */
export const scheduleRows = fc
  .record({
    PaymentScheduleID: fc.integer({ min: 1, max: 1_000_000 }),
    PlotID: fc.integer({ min: 1, max: 8 }),
    InstallmentNumber: fc.integer({ min: 1, max: 120 }),
    year: fc.integer({ min: 2025, max: 2027 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.constantFrom("01", "10", "28"),
    Amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })).map(paisa),
    PenaltyAmount: fc.integer({ min: 0, max: 50_000 }).map(paisa),
    PenaltyApplied: fc.constantFrom(0 as const, 1 as const),
    GracePeriodDays: fc.nat(40),
    received: fc.constantFrom("none", "part", "all"),
    percentPaid: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ year, month, day, received, percentPaid, ...values }) => {
    // A row with the amount 0 is settled from the start and never gets a penalty.
    const row = { ...values, PenaltyApplied: values.Amount === 0 ? (0 as const) : values.PenaltyApplied };
    const due = paisa(row.Amount + (row.PenaltyApplied ? row.PenaltyAmount : 0));
    const AmountReceived = { none: zero, part: paisa(Math.floor((due * percentPaid) / 100)), all: due }[received];
    const DueDate = `${year}-${String(month).padStart(2, "0")}-${day}`;
    const isPaid = AmountReceived === due && received !== "none";
    return {
      ...row,
      CategoryID: (row.PlotID % 4) + 1,
      DueDate,
      WaivedAmount: zero,
      WaivedPenalty: zero,
      AmountReceived: AmountReceived ?? zero,
      TickedAmount: zero,
      TickedDate: null,
      PaidDate: isPaid ? DueDate : null,
    };
  });

/** Generates days before, within and after the years of these rows. */
export const dates = fc.constantFrom(
  "2024-12-31",
  "2025-12-31",
  "2026-01-01",
  "2026-11-10",
  "2026-11-21",
  "2027-03-28",
  "2028-02-01",
);
