import { z } from "zod";
import { mailStates } from "../resources/mails.ts";
import { selectedPlotIds } from "../resources/plot.ts";
import { defineEndpoint } from "./endpoint.ts";
import { housesWithInvalidAddress, mailSample, sendingStatus } from "./mails.ts";
import { booleanParameter } from "./query-parameters.ts";

const reminderPreview = z.object({
  overdue: z.number().meta({ description: "What the reminders ask for in total, in rupees" }),
  oldestDue: z.string().nullable().meta({ description: "The earliest due date of these amounts" }),
  sample: mailSample.nullable().meta({ description: "The first of the emails" }),
});

export type ReminderPreview = z.output<typeof reminderPreview>;

const reminderResult = z.object({
  /** Number of newly queued mails, or of those that would be queued. */
  queued: z.int(),
  /** Number of houses whose reminder was already sent or queued today. */
  already: z.int(),
  /** Number of houses without an overdue amount. */
  paid: z.int(),
  wrong: housesWithInvalidAddress,
  preview: reminderPreview.optional(),
});

export type ReminderResult = z.output<typeof reminderResult>;

export const sendReminders = defineEndpoint({
  method: "post",
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanUpdate" },
  requiresScopeAll: true,
  summary:
    "Mail a reminder to these houses, at most one per house and day; answers at once and sends in the background",
  query: z.object({ dryRun: booleanParameter().meta({ description: "Answer the preview without sending anything" }) }),
  body: z.object({ PlotIDs: selectedPlotIds }),
  response: z.object({ data: reminderResult }),
});

const reminderRecord = z.object({
  PlotID: z.int(),
  State: z.enum(mailStates),
  Reason: z.string(),
  /** ISO 8601 in UTC; null until the reminder is sent. */
  SentAt: z.string().nullable(),
});

export const reminderStatusRecord = sendingStatus.extend({
  /** The reminders of today, one per house. */
  today: z.array(reminderRecord),
});

export type ReminderRecord = z.output<typeof reminderRecord>;
export type ReminderStatus = z.output<typeof reminderStatusRecord>;

export const readReminderStatus = defineEndpoint({
  path: "/ageing/reminders",
  guard: { page: "/finance-management?tab=ageing", flag: "CanView" },
  requiresScopeAll: true,
  summary: "The houses that were reminded today, and the progress of sending",
  response: z.object({ data: reminderStatusRecord }),
});
