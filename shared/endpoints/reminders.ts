import { z } from "zod";
import { mailStates } from "../resources/mails.ts";
import { defineEndpoint } from "./endpoint.ts";

const chooseHousesMessage = "Please select houses";

export const sendReminders = defineEndpoint({
  method: "post",
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanUpdate" },
  allRowsOnly: true,
  summary:
    "Mail a reminder to these houses, at most one per house and day; answers at once and sends in the background",
  body: z.object({
    PlotIDs: z
      .array(z.int(chooseHousesMessage).min(1, chooseHousesMessage), chooseHousesMessage)
      .min(1, chooseHousesMessage)
      .max(20_000, chooseHousesMessage),
  }),
  response: z.object({
    data: z.object({
      /** Number of newly queued mails. */
      queued: z.int(),
      /** Number of houses whose reminder was already sent or queued today. */
      already: z.int(),
      /** Number of houses without an overdue amount. */
      paid: z.int(),
      /** Houses with an invalid address, to which nothing is sent. */
      wrong: z.array(z.object({ HouseNo: z.string(), EmailID: z.string() })),
    }),
  }),
});

const reminderRecord = z.object({
  PlotID: z.int(),
  State: z.enum(mailStates),
  Reason: z.string(),
  /** ISO 8601 in UTC; null until the reminder is sent. */
  SentAt: z.string().nullable(),
});

export const reminderStatusData = z.object({
  /** Whether mails are written as files, because there is no mail server. */
  asFiles: z.boolean(),
  /** Progress of the latest run. */
  progress: z.object({ pending: z.int(), sent: z.int(), failed: z.int(), withdrawn: z.int() }),
  /** The reminders of today, one per house. */
  today: z.array(reminderRecord),
});

export type ReminderRecord = z.output<typeof reminderRecord>;
export type ReminderStatus = z.output<typeof reminderStatusData>;

export const reminderStatus = defineEndpoint({
  method: "get",
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanView" },
  allRowsOnly: true,
  summary: "The houses that were reminded today, and the progress of sending",
  response: z.object({ data: reminderStatusData }),
});
