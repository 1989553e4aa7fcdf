import { z } from "zod";
import { paymentSchedule } from "../resources/payment-schedule.ts";
import { defineEndpoint } from "./endpoint.ts";
import { statement } from "./statement.ts";

/** What a house owes and the credit that it has, in rupees. */
export const houseBalanceSchema = z.object({
  due: z.number().meta({ description: "The sum of all open items, including those due later" }),
  credit: z.number().meta({ description: "Received money that settles no item yet" }),
  items: z
    .array(
      z.object({
        kind: z.enum(["installment", "charge", "opening"]),
        id: z.int().meta({
          description:
            "PaymentScheduleID of an installment, otherwise AdjustmentID; 0 for the sum that a resident took over from the previous owner",
        }),
        DueDate: z.string(),
        Amount: z.number().meta({ description: "After waivers, without penalty" }),
        PenaltyAmount: z.number().meta({ description: "The applied penalty after waivers" }),
        Received: z.number(),
        Due: z.number(),
      }),
    )
    .meta({ description: "The open items in the order in which payments settle them" }),
});

export const houseBalance = defineEndpoint({
  path: "/plot/:PlotID/balance",
  guard: statement.guard,
  summary: "What a house owes, item by item, and its credit",
  response: z.object({ data: houseBalanceSchema }),
  errorStatuses: [404],
});

/** What each house owes and the credit that it has, in rupees; houses without either are left out. */
export const outstandingByHouseSchema = z.array(
  z.object({
    PlotID: z.int(),
    Outstanding: z.number(),
    Credit: z.number().meta({ description: "0 for users who may not view receipts" }),
    Overdue: z.number().meta({ description: "The part of Outstanding that is past its due date" }),
    OverdueCount: z.int().meta({ description: "Number of overdue items; what a resident took over is one" }),
    OldestDue: z.string().nullable().meta({ description: "The oldest due date of the overdue items" }),
  }),
);

export const outstandingByHouse = defineEndpoint({
  path: "/plot-balances",
  guard: paymentSchedule.guards.list,
  summary: "What each house owes, the overdue part of it, and its credit",
  response: z.object({ data: outstandingByHouseSchema }),
});
