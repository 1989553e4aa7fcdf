import { action } from "../../shared/resources/action.ts";
import { role } from "../../shared/resources/role.ts";
import type { Message, Occasion } from "./occasion.ts";

const nothing = 999_999;

/** What is said of any record and any request. */
export const generalOccasions = {
  added: { says: "Item added successfully", when: ({ admin }) => admin.post("/plot-type", { TypeName: "Farm" }) },
  updated: {
    says: "Role updated successfully",
    when: async ({ admin }) => admin.put("/role", { ...(await admin.list(role)).at(-1), RoleName: "Auditor" }),
  },
  deleted: {
    says: "Action deleted successfully",
    when: async ({ admin }) => {
      await admin.post("/action", { ActionName: "Print" });
      return admin.delete(`/action/${(await admin.list(action)).at(-1)?.ActionID}`);
    },
  },
  notFound: { says: "Plot not found", status: 404, when: ({ admin }) => admin.get(`/plot/${nothing}`) },
  unauthorized: { says: "Please sign in", status: 401, when: ({ anonymous }) => anonymous.get("/plot") },
  forbidden: {
    says: "You don't have permission to access this resource.",
    status: 403,
    when: ({ nobody }) => nobody.get("/plot"),
  },
  stale: {
    says: "Somebody changed this meanwhile. Look at the new version first.",
    status: 409,
    when: async ({ admin, aPlot }) => {
      const house = await aPlot();
      await admin.put("/plot", { ...house, OwnerName: "Another" });
      return admin.put("/plot", house);
    },
  },
  fixed: {
    says: "HouseNo cannot be changed later",
    status: 400,
    when: async ({ admin, aPlot }) => admin.put("/plot", { ...(await aPlot()), HouseNo: "X-1" }),
  },
  exists: {
    says: "Plot a-1 already exists",
    status: 409,
    when: ({ admin, society }) => admin.post("/plot", { ...society.ali, HouseNo: "a-1" }),
  },
  inUse: {
    says: "Floor is in use by Plot A-1",
    status: 409,
    when: ({ admin, society }) => admin.delete(`/plot-floor/${society.ali.FloorID}`),
  },
  unknownReference: {
    says: "Type does not exist",
    status: 400,
    when: ({ admin, society }) => admin.post("/plot", { ...society.ali, HouseNo: "X-2", TypeID: nothing }),
  },
  away: {
    says: "The database cannot be reached at the moment. Please try again.",
    status: 503,
    when: async ({ admin, portal }) => {
      await admin.signIn();
      await portal.loseDatabase();
      return admin.get("/plot");
    },
  },
  diskFull: {
    says: "There is no room left on the server's disk, so nothing can be saved until there is. Everything can still be read.",
    status: 503,
    when: async ({ admin, portal }) => {
      await admin.signIn();
      await portal.needRoom(2);
      return admin.post("/plot-type", { TypeName: "Farm" });
    },
  },
  broken: {
    says: "Something went wrong on our side",
    status: 500,
    when: async ({ admin, portal }) => {
      await admin.post("/plot-type", { TypeName: "Farm" });
      await portal.spoil("counters", { last: "many" });
      return admin.post("/plot-type", { TypeName: "Works" });
    },
  },
  invalidBody: { says: "The request is not valid", status: 400, when: ({ admin }) => admin.post("/plot", "{") },
  tooLarge: {
    says: "The request is too large",
    status: 413,
    when: ({ admin }) => admin.post("/plot", { HouseNo: "x".repeat(1_100_000) }),
  },
  otherType: {
    says: "The body must be application/json",
    status: 415,
    when: ({ admin }) =>
      admin.send({ method: "POST", path: "/plot", body: "a=1", headers: { "content-type": "text/plain" } }),
  },
  otherMethod: {
    says: "This address does not take that method",
    status: 405,
    when: ({ admin }) => admin.delete("/plot"),
  },
  otherBody: {
    says: "This Idempotency-Key was used for another request",
    status: 422,
    when: async ({ admin }) => {
      const once = { method: "POST", path: "/plot-type", headers: { "idempotency-key": "k-1" } };
      await admin.send({ ...once, body: { TypeName: "Farm" } });
      return admin.send({ ...once, body: { TypeName: "Works" } });
    },
  },
} satisfies Partial<Record<Message, Occasion>>;
