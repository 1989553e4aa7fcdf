import { integer, list, text } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { approval } from "./approval.ts";

/** The call that runs again for its requester when it is approved, and the record versions that the requester saw. */
export const approvalRequest = defineResource({
  name: "approval-request",
  idField: "ApprovalRequestID",
  label: "Approval request",
  page: approval.guards.list.page,
  verbs: [],
  input: {},
  serverFields: {
    ApprovalID: integer({ min: 1, message: "Approval" }),
    /** Method and route, such as `post /adjustment/:AdjustmentID/void`. */
    Operation: text("Operation"),
    /** The id in the path; 0 for a call without one. */
    RecordID: integer({ min: 0, message: "Record" }),
    /** The body as JSON. */
    Body: text("Body"),
    Versions: list({
      Resource: text("Resource"),
      RecordID: integer({ min: 1, message: "Record" }),
      Version: integer({ min: 1, message: "Version" }),
    }),
  },
  internal: true,
  unique: [["ApprovalID"]],
  indexes: [["Operation", "RecordID"]],
});

export type ApprovalRequest = RowOf<typeof approvalRequest>;
