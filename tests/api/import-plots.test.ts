import { expect, test } from "vitest";
import { plot } from "../../shared/resources/plot.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import { parseRecord } from "../harness/reply.ts";

test("an import adds a missing type or floor only if the user has the permission to add one", async () => {
  const harness = await openHarness();
  for (const action of ["Add", "Update"] as const)
    await harness.grant({ role: "Clerk", page: "/society-management?tab=plots", action });
  const sheet = [
    "HouseNo,Category,Type,Floor,OwnerName",
    "K-1,A,Residential,Attic,Kamran",
    "K-2,A,Corner,Ground,Kamran",
    "K-3,A,Residential,Ground,Kamran",
  ].join("\n");
  expect(await runImport(harness.clerk, "plots", sheet)).toEqual({
    ImportBatchID: expect.any(Number),
    added: 1,
    updated: 0,
    unchanged: 0,
    refused: [
      { row: 2, reason: "Floor Attic does not exist", reasons: [unknownNameReason("Floor", "Attic")] },
      { row: 3, reason: "Type Corner does not exist", reasons: [unknownNameReason("Type", "Corner")] },
    ],
  });
  expect(await runImport(harness.admin, "plots", sheet)).toMatchObject({ added: 2, unchanged: 1, refused: [] });
});

test("an import matches house numbers in full-width letters, and refuses a duplicate row rather than the whole file", async () => {
  const { admin } = await openHarness();
  const sheet = [
    "HouseNo,Category,Type,Floor,OwnerName",
    "\uff21-1,A,Residential,Ground,Ali",
    "Q-2,A,\uff32esidential,Ground,Kamran",
    "\uff31-2,A,Residential,Ground,Kamran",
  ].join("\n");
  expect(await runImport(admin, "plots", sheet)).toMatchObject({
    added: 1,
    updated: 0,
    unchanged: 1,
    refused: [{ row: 4 }],
  });
});

test("an import creates no floor or type that only refused rows name", async () => {
  const harness = await openHarness();
  const { admin, clerk, createSchedule } = harness;
  await createSchedule();
  for (const action of ["Add", "Update"] as const)
    await harness.grant({ role: "Clerk", page: "/society-management?tab=plots", action });
  await harness.grant({ role: "Clerk", page: "/society-management?tab=plot-type", action: "Add" });
  const listNames = async () => [
    ...(await admin.list(plotFloor)).map(({ Floor }) => Floor),
    ...(await admin.list(plotType)).map(({ TypeName }) => TypeName),
  ];
  const namesBefore = await listNames();
  const header = "HouseNo,Category,Type,Floor,OwnerName\n";
  // A-1 has installments, so the import refuses a floor that changes its charges.
  const misspeltSheet = `${header}A-1,A,Residential,Groud,Ali\n`;
  for (const query of ["?dryRun=1", ""]) {
    const outcome = await runImport(admin, `plots${query}`, misspeltSheet);
    expect(outcome).toMatchObject({ added: 0, updated: 0, refused: [{ row: 2 }] });
    expect(outcome.newNames).toBeUndefined();
  }
  expect(await runImport(clerk, "plots", `${header}K-1,A,Corner,Attic,Kamran\n`)).toMatchObject({
    refused: [{ row: 2 }],
  });
  expect(await listNames()).toEqual(namesBefore);
  const sheet = `${misspeltSheet}K-2,A,Corner,Ground,Kamran\n`;
  expect((await runImport(admin, "plots", sheet)).newNames).toEqual([{ label: "Type", name: "Corner", rows: 1 }]);
  expect((await listNames()).toSorted()).toEqual([...namesBefore, "Corner"].toSorted());
});

test("a floor cannot be deleted while an import adds the first house on it", async () => {
  const { admin, portal } = await openHarness();
  const roof = parseRecord(plotFloor, await admin.post("/plot-floor", { Floor: "Roof" }));
  const otherServer = await portal.startAnotherServer();
  // Like a DELETE request, this transaction looks for a house before it deletes the floor; the import runs in between.
  await otherServer.transaction(async (tx) => {
    if (await tx.findFirst(plot, { FloorID: roof.FloorID })) return;
    const sheet = "HouseNo,Category,Type,Floor,OwnerName\nK-1,A,Residential,Roof,Kamran\n";
    expect(await runImport(admin, "plots", sheet)).toMatchObject({ added: 1 });
    tx.remove(plotFloor, roof);
  });
  expect((await admin.list(plotFloor)).map(({ FloorID }) => FloorID)).toContain(roof.FloorID);
});

function unknownNameReason(label: string, value: string) {
  return { code: "unknown-name", message: `${label} ${value} does not exist`, values: { label, value } };
}
