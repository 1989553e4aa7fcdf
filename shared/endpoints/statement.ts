import { z } from "zod";
import { statementKinds } from "../domain/statement.ts";
import { defineEndpoint } from "./endpoint.ts";
import { optionalDayParameter } from "./query-parameters.ts";

const entry = z.object({
  Date: z.string(),
  Kind: z.enum(statementKinds),
  Description: z.string(),
  Charge: z.number(),
  Payment: z.number(),
  Balance: z.number(),
  PaymentScheduleID: z.int().optional(),
  PaymentReceiptID: z.int().optional(),
});

/** Days of society time, both included. From the beginning and up to today unless they are named. */
const period = { from: optionalDayParameter(), to: optionalDayParameter() };

/** A statement as it travels, amounts in rupees. */
export const statementRecord = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  /** Null where it is told from the beginning. */
  from: z.string().nullable(),
  to: z.string(),
  /** What was owed before; below 0 where money lay ahead. */
  opening: z.number(),
  /** By day; `Balance` is what is owed after the entry. */
  entries: z.array(entry),
  charged: z.number(),
  paid: z.number(),
  closing: z.number(),
});

export type StatementRecord = z.output<typeof statementRecord>;

export const statement = defineEndpoint({
  method: "get",
  path: "/plot/:PlotID/statement",
  guard: [
    { page: "/payment-management?tab=payment-schedule", flag: "CanView" },
    { page: "/payment-management?tab=payment-receipt", flag: "CanView" },
  ],
  summary: "What a house was charged and what it paid, by day, with the balance before and after",
  query: z.object(period),
  response: z.object({ data: statementRecord }),
  errorStatuses: [404],
});

/** The same on paper. */
export const statementPdf = defineEndpoint({
  method: "get",
  path: "/plot/:PlotID/statement.pdf",
  guard: statement.guard,
  summary: "The statement of a house as a document",
  query: z.object(period),
  file: "application/pdf",
  errorStatuses: [404],
});
