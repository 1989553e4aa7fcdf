import { z } from "zod";
import { statementEntryKinds } from "../domain/statement.ts";
import { defineEndpoint } from "./endpoint.ts";
import { optionalDayParameter } from "./query-parameters.ts";

const entry = z.object({
  Date: z.string(),
  Kind: z.enum(statementEntryKinds),
  Description: z.string(),
  /** Negative for waivers and write-offs. */
  Charge: z.number(),
  Payment: z.number(),
  Balance: z.number(),
  PaymentScheduleID: z.int().optional(),
  PaymentReceiptID: z.int().optional(),
  /** The payer of a receipt. */
  PayerName: z.string().optional(),
  AdjustmentID: z.int().optional(),
  /** The values in `Description`. */
  InstallmentNumber: z.int().optional(),
  DueDate: z.string().optional(),
  ReceiptNo: z.int().optional(),
  PaymentMethod: z.string().optional(),
  AdjustmentNo: z.int().optional(),
  Reason: z.string().optional(),
});

/** Days in society time, both included. They default to the day of the first entry and today. */
const periodParameters = { from: optionalDayParameter(), to: optionalDayParameter() };

/** The statement of a house, amounts in rupees. */
export const statementRecord = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  /** Null when the statement starts with the first entry. */
  from: z.string().nullable(),
  to: z.string(),
  /** The balance before `from`; negative when the house had credit. */
  opening: z.number(),
  /** By day; `Balance` is the amount owed after the entry. */
  entries: z.array(entry),
  charged: z.number(),
  paid: z.number(),
  closing: z.number(),
});

export type StatementRecord = z.output<typeof statementRecord>;

export const statement = defineEndpoint({
  path: "/plot/:PlotID/statement",
  guard: [
    { page: "/payment-management?tab=payment-schedule", flag: "CanView" },
    { page: "/payment-management?tab=payment-receipt", flag: "CanView" },
  ],
  summary: "Charges and payments of a house by day, with opening and closing balance",
  query: z.object(periodParameters),
  response: z.object({ data: statementRecord }),
  errorStatuses: [404],
});

export const statementPdf = defineEndpoint({
  path: "/plot/:PlotID/statement.pdf",
  guard: statement.guard,
  summary: "The statement of a house as a PDF file",
  query: z.object(periodParameters),
  file: "application/pdf",
  errorStatuses: [404, 429],
});
