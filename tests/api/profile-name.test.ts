import { expect, test } from "vitest";
import { users } from "../../shared/resources/users.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, clerk, anonymous } = await openSharedHarness();

test("a user can change their own name, but no other field of their account", async () => {
  const [before] = await admin.list(users, "?Username=clerk");
  const body = { fullName: "  Rashid Latif ", RoleID: 1, Username: "root", IsActive: false };
  expect(assertOk(await clerk.put("/me", body)).body).toEqual({
    success: true,
    message: "Name changed",
    code: "name-changed",
    data: expect.objectContaining({ username: "clerk", fullName: "Rashid Latif" }),
  });
  expect((await clerk.put("/me", body)).body.data).toEqual((await clerk.session()).user);
  const [userAfter] = await admin.list(users, "?Username=clerk");
  expect(userAfter).toEqual({ ...before, FullName: "Rashid Latif", Version: userAfter?.Version });
});

test("the portal refuses a name of one letter with an error for that field", async () => {
  const { status, body } = await clerk.put("/me", { fullName: "R" });
  expect([status, body.errors]).toEqual([400, { fullName: "Name must be at least 2 characters" }]);
});

test("a client without a session cannot change a name", async () => {
  expect((await anonymous.put("/me", { fullName: "Somebody" })).status).toBe(401);
});
