import { z } from "zod";
import { mailStates } from "../resources/mails.ts";
import { defineEndpoint } from "./endpoint.ts";

const chooseHousesMessage = "Please select houses";

export const sendReminders = defineEndpoint({
  method: "post",
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanUpdate" },
  allRowsOnly: true,
  summary: "Mail a reminder to these houses, at most one a house a day; answers at once, the sending goes on by itself",
  body: z.object({
    PlotIDs: z
      .array(z.int(chooseHousesMessage).min(1, chooseHousesMessage), chooseHousesMessage)
      .min(1, chooseHousesMessage)
      .max(20_000, chooseHousesMessage),
  }),
  response: z.object({
    data: z.object({
      /** How many are on their way now. */
      queued: z.int(),
      /** How many of the houses have had, or are about to get, theirs of today. */
      already: z.int(),
      /** How many of them have nothing to pay. */
      paid: z.int(),
      /** Those without an address that could be one: nothing is sent there. */
      wrong: z.array(z.object({ HouseNo: z.string(), EmailID: z.string() })),
    }),
  }),
});

const reminderRecord = z.object({
  PlotID: z.int(),
  State: z.enum(mailStates),
  Reason: z.string(),
  /** ISO 8601 in UTC; null until it is sent. */
  SentAt: z.string().nullable(),
});

export const reminderStatusData = z.object({
  /** Without a mail server mails are written as files. */
  asFiles: z.boolean(),
  /** Progress of the latest run. */
  progress: z.object({ pending: z.int(), sent: z.int(), failed: z.int(), withdrawn: z.int() }),
  /** Today's, one a house. */
  today: z.array(reminderRecord),
});

export type ReminderRecord = z.output<typeof reminderRecord>;
export type ReminderStatus = z.output<typeof reminderStatusData>;

export const reminderStatus = defineEndpoint({
  method: "get",
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanView" },
  allRowsOnly: true,
  summary: "Which houses were reminded today, and how far the sending is",
  response: z.object({ data: reminderStatusData }),
});
