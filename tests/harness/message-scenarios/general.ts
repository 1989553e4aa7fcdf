import { action } from "../../../shared/resources/action.ts";
import { role } from "../../../shared/resources/role.ts";
import type { Harness } from "../harness.ts";
import type { Person } from "../person.ts";
import type { Reply } from "../reply.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

const missingId = 999_999;

/** Messages about any record and any request. */
export const generalScenarios = {
  added: { text: "Item added successfully", run: ({ admin }) => admin.post("/plot-type", { TypeName: "Farm" }) },
  updated: {
    text: "Role updated successfully",
    run: async ({ admin }) => admin.put("/role", { ...(await admin.list(role)).at(-1), RoleName: "Auditor" }),
  },
  deleted: {
    text: "Action deleted successfully",
    run: async ({ admin }) => {
      await admin.post("/action", { ActionName: "Print" });
      return admin.delete(`/action/${(await admin.list(action)).at(-1)?.ActionID}`);
    },
  },
  "file-attached": { text: "File attached", run: (harness) => putAttachment(harness, "%PDF-1.4\n%%EOF\n") },
  "attachment-too-large": {
    text: "The file is larger than 5 MB",
    status: 413,
    run: (harness) => putAttachment(harness, "x".repeat(5 * 1024 * 1024 + 1)),
  },
  "attachment-unreadable": {
    text: "The file must be a complete PDF, JPEG or PNG",
    status: 400,
    run: (harness) => putAttachment(harness, "<svg/>"),
  },
  "logo-too-large": {
    text: "The logo is larger than 200 kB",
    status: 400,
    run: ({ admin }) => putLogo(admin, "x".repeat(200_001)),
  },
  "logo-unreadable": {
    text: "The logo must be a PNG or JPEG image of at most 2000 × 2000 pixels",
    status: 400,
    run: ({ admin }) => putLogo(admin, "<svg/>"),
  },
  "verification-started": { text: "Verification started", run: ({ admin }) => admin.post("/verification") },
  "not-found": { text: "Plot not found", status: 404, run: ({ admin }) => admin.get(`/plot/${missingId}`) },
  unauthorized: { text: "Please sign in", status: 401, run: ({ anonymous }) => anonymous.get("/plot") },
  forbidden: {
    text: "You don't have permission to access this resource.",
    status: 403,
    run: ({ nobody }) => nobody.get("/plot"),
  },
  stale: {
    text: "Somebody has changed this since you opened it. Look at the new version first.",
    status: 409,
    run: async ({ admin, createPlot }) => {
      const house = await createPlot();
      await admin.put("/plot", { ...house, OwnerName: "Another" });
      return admin.put("/plot", house);
    },
  },
  "immutable-field": {
    text: "HouseNo cannot be changed later",
    status: 400,
    run: async ({ admin, createPlot }) => admin.put("/plot", { ...(await createPlot()), HouseNo: "X-1" }),
  },
  "already-exists": {
    text: "Plot a-1 already exists",
    status: 409,
    run: ({ admin, society }) => admin.post("/plot", { ...society.aliPlot, HouseNo: "a-1" }),
  },
  "in-use": {
    text: "Floor is in use by Plot A-1",
    status: 409,
    run: ({ admin, society }) => admin.delete(`/plot-floor/${society.aliPlot.FloorID}`),
  },
  "unknown-reference": {
    text: "Type does not exist",
    status: 400,
    run: ({ admin, society }) => admin.post("/plot", { ...society.aliPlot, HouseNo: "X-2", TypeID: missingId }),
  },
  "database-unavailable": {
    text: "The database cannot be reached at the moment. Please try again.",
    status: 503,
    run: async ({ admin, portal }) => {
      await admin.signIn();
      await portal.disconnectDatabase();
      return admin.get("/plot");
    },
  },
  "disk-full": {
    text: "The server's disk is full, so nothing can be saved. Everything can still be read.",
    status: 503,
    run: async ({ admin, portal }) => {
      await admin.signIn();
      await portal.requireMultipleOfFreeSpace(2);
      return admin.post("/plot-type", { TypeName: "Farm" });
    },
  },
  "too-many-records": {
    text: "No further record of this kind is possible: Type",
    status: 409,
    run: async ({ admin, portal }) => {
      await admin.post("/plot-type", { TypeName: "Farm" });
      await portal.writeBypassingServer("counters", { last: 999_999_999 });
      return admin.post("/plot-type", { TypeName: "Works" });
    },
  },
  "internal-error": {
    text: "Something went wrong on our side",
    status: 500,
    run: async ({ admin, portal }) => {
      await admin.post("/plot-type", { TypeName: "Farm" });
      await portal.writeBypassingServer("counters", { last: "many" });
      return admin.post("/plot-type", { TypeName: "Works" });
    },
  },
  "invalid-field": {
    text: "Icon is not valid",
    status: 400,
    run: ({ admin }) => admin.post("/menu", { MenuName: "Help", MenuURL: 1, ParentMenuID: 1, Position: 1, Icon: 5 }),
  },
  validation: { text: "The request is not valid", status: 400, run: ({ admin }) => admin.post("/plot", "{") },
  "too-large": {
    text: "The request is too large",
    status: 413,
    run: ({ admin }) => admin.post("/plot", { HouseNo: "x".repeat(1_100_000) }),
  },
  "unsupported-media-type": {
    text: "The body must be application/json",
    status: 415,
    run: ({ admin }) =>
      admin.send({ method: "POST", path: "/plot", body: "a=1", headers: { "content-type": "text/plain" } }),
  },
  "invalid-parameter": {
    text: "Unknown or wrong parameter: colour",
    status: 400,
    run: ({ admin }) => admin.get("/plot?colour=red"),
  },
  "invalid-version": {
    text: "Version must be a whole number",
    status: 400,
    run: ({ admin, society }) => admin.put("/plot", { ...society.aliPlot, Version: 1.5 }),
  },
  "invalid-idempotency-key": {
    text: "Idempotency-Key must have 1 to 200 characters",
    status: 400,
    run: ({ admin }) =>
      admin.send({
        method: "POST",
        path: "/plot-type",
        body: { TypeName: "Farm" },
        headers: { "idempotency-key": "k".repeat(201) },
      }),
  },
  "field-required": { text: "TypeID is required", status: 400, run: ({ admin }) => admin.put("/plot-type", {}) },
  "id-mismatch": {
    text: "TypeID does not match the address",
    status: 400,
    run: ({ admin }) => admin.put("/plot-type/1", { TypeID: 2, TypeName: "Farm" }),
  },
  "method-not-allowed": {
    text: "This address does not support that method",
    status: 405,
    run: ({ admin }) => admin.delete("/plot"),
  },
  "idempotency-key-reused": {
    text: "This Idempotency-Key was used for another request",
    status: 422,
    run: async ({ admin }) => {
      const request = { method: "POST", path: "/plot-type", headers: { "idempotency-key": "k-1" } };
      await admin.send({ ...request, body: { TypeName: "Orchard" } });
      return admin.send({ ...request, body: { TypeName: "Mill" } });
    },
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;

async function putAttachment({ admin, createExpense }: Harness, body: string): Promise<Reply> {
  const { ExpenseID } = await createExpense();
  const headers = { "content-type": "application/pdf" };
  return admin.send({ method: "PUT", path: `/expenses/${ExpenseID}/attachment`, body, headers });
}

function putLogo(admin: Person, body: string): Promise<Reply> {
  const headers = { "content-type": "image/png" };
  return admin.send({ method: "PUT", path: "/society/logo", body, headers });
}
