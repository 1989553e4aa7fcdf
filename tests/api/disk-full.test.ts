// @module-tag requirement-43
import { expect, test } from "vitest";
import { messages } from "../../shared/messages.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, clerk, manager, portal } = await openSharedHarness();

test("the portal refuses writes while the disk is nearly full but allows reads, sign-ins and logouts, and accepts writes again with free space", async () => {
  await manager.signIn();
  const typesBefore = await admin.list(plotType);
  const addPlotType = () =>
    admin.send({
      method: "POST",
      path: "/plot-type",
      body: { TypeName: "Farm" },
      headers: { "idempotency-key": "disk" },
    });
  // Sign-ins and logouts require only half of this free space.
  await portal.requireMultipleOfFreeSpace(1.5);
  const refused = await addPlotType();
  expect([refused.status, refused.body.message, refused.headers.get("retry-after")]).toEqual([
    503,
    messages["disk-full"],
    "30",
  ]);
  expect((await admin.put("/plot-type", { ...typesBefore[0], TypeName: "Barn" })).status).toBe(503);
  expect((await admin.delete(`/plot-type/${typesBefore[0]?.TypeID}`)).status).toBe(503);
  expect(await admin.list(plotType)).toEqual(typesBefore);
  const token = await clerk.signIn();
  assertOk(await manager.post("/logout"));
  const socket = await clerk.openSocket({ token });
  expect(socket.connected).toBe(true);
  expect((await fetch(`${portal.url()}/readyz`)).status).toBe(200);

  await portal.requireMultipleOfFreeSpace(0);
  assertOk(await addPlotType());
  expect(await admin.list(plotType)).toHaveLength(typesBefore.length + 1);
});

test("while the disk is full, the portal refuses sign-ins with a message and still answers reads", async () => {
  await clerk.signIn();
  await portal.requireMultipleOfFreeSpace(3);
  const { status, body } = await clerk.post("/auth/login", { username: "clerk", password });
  expect([status, body.message]).toEqual([503, messages["disk-full"]]);
  assertOk(await clerk.get("/payment-schedule"));
});
