import { z } from "zod";
import { month, year } from "../fields.ts";
import { monthReport, unlockGuard } from "../resources/month-report.ts";
import { reasonBody } from "./adjustment.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";
import { integerParameter } from "./query-parameters.ts";

const stateResponse = z.object({
  data: z.object({
    LockedThrough: z
      .string()
      .nullable()
      .meta({ description: "The last locked month, YYYY-MM; all earlier ones are locked too" }),
    By: z.string().nullable().meta({ description: "Full name of the user who locked it; residents get `Office`" }),
    At: z.string().nullable(),
  }),
});

const monthBody = z.object({ Month: month(), Year: year() });

export const monthLockState = defineEndpoint({
  ...endpointPaths.monthLock,
  guard: "signed-in",
  summary: "The last month for which the books are locked",
  response: stateResponse,
});

export const lockMonthsThrough = defineEndpoint({
  method: "post",
  path: "/month-lock",
  guard: monthReport.guards.create,
  requiresScopeAll: true,
  summary:
    "Lock all months up to this one, which must be over. Nothing dated in them is created, changed, voided or deleted any more; their dues can still be paid later. Their reports are kept",
  body: monthBody,
  response: stateResponse,
  errorStatuses: [409],
});

export const unlockMonthsFrom = defineEndpoint({
  method: "post",
  path: "/month-lock/unlock",
  guard: unlockGuard,
  requiresScopeAll: true,
  mayNeedApproval: true,
  summary: "Unlock this month and those after it; the month before it becomes the last locked one",
  body: monthBody.extend(reasonBody.shape),
  response: stateResponse,
  errorStatuses: [409],
});

const checklist = z.object({
  openDrawers: z.int().meta({ description: "Drawers that are not closed" }),
  chequesInHand: z.int().meta({ description: "Cheques received up to the end of the month that are not deposited" }),
  pendingMails: z.int().meta({ description: "Receipts up to the end of the month that are still to be mailed" }),
  openApprovals: z.int().meta({ description: "Requests that wait for a second person" }),
});

export type MonthLockChecklist = z.output<typeof checklist>;

export const monthLockChecklist = defineEndpoint({
  path: "/month-lock/checklist",
  guard: monthReport.guards.list,
  requiresScopeAll: true,
  summary: "Unfinished work at the end of a month; it does not prevent the lock",
  query: z.object({ month: integerParameter(1, 12), year: integerParameter(2000, 2100) }),
  response: z.object({ data: checklist }),
});

export const lockedReportPdf = defineEndpoint({
  path: "/month-lock/:Month/report.pdf",
  guard: { page: "/generate-report", flag: "CanView" },
  requiresScopeAll: true,
  summary: "The report of a locked month (YYYY-MM) as it was when the month was locked: always the same file",
  file: "application/pdf",
  errorStatuses: [404, 429],
});
