import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParameter, limitParameter, optionalDayParameter } from "./query-parameters.ts";

/** What a change did to its record. */
export const auditTypes = ["insert", "update", "delete"] as const;

const presentedRecord = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit trail. */
export const auditRecord = z.object({
  AuditID: z.string(),
  /** ISO 8601 in UTC. */
  At: z.string(),
  UserID: z.int(),
  By: z.string(),
  /** The person who approved the change; "" for a change without approval, and always "" to residents. */
  ApprovedBy: z.string(),
  /** The name of the resource. */
  Resource: z.string(),
  /** The label of the resource. */
  Label: z.string(),
  RecordID: z.int(),
  /** The title of the record: a house number, a user's name. */
  Title: z.string(),
  Type: z.enum(auditTypes),
  Before: presentedRecord,
  After: presentedRecord,
  RequestID: z.string(),
});

/** One change of one record. `Before` and `After` are records as their list shows them. */
export type AuditRecord = z.output<typeof auditRecord>;

const pageParameters = {
  limit: limitParameter({ min: 0, default: 100, max: 1_000 }),
  /** The AuditID of the last entry read. */
  after: z.string().max(40).optional(),
};

const auditResponse = z.object({ data: z.array(auditRecord), next: z.string().nullable() });

export const audit = defineEndpoint({
  path: "/audit",
  guard: { page: "/system-management?tab=audit", flag: "CanView" },
  summary: "Who changed what and when, newest first; only records that the caller can list",
  query: z.object({
    ...pageParameters,
    resource: z.string().max(40).optional(),
    /** The id of the record; only with `resource`. */
    id: idParameter().optional(),
    user: idParameter().optional(),
    type: z.enum(auditTypes).optional(),
    /** Days in society time, both included. */
    from: optionalDayParameter(),
    to: optionalDayParameter(),
  }),
  response: auditResponse,
});

export const plotHistory = defineEndpoint({
  path: "/plot/:PlotID/history",
  guard: { page: "/society-management?tab=plots", flag: "CanView" },
  summary: "Changes of a house, newest first: the plot and all records of it that the caller can list",
  query: z.object(pageParameters),
  response: auditResponse,
  errorStatuses: [404],
});
