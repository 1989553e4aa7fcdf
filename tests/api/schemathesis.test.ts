// @module-tag contract
import { describe, expect, test } from "vitest";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";
import { installSchemathesis, runSchemathesis } from "../harness/schemathesis.ts";

const skipReason = await installSchemathesis();
const { admin, clerk, portal, createSchedule, createExpense } = await openSharedHarness();
await createSchedule();
await createExpense();

const timeoutMs = 600_000;

/** With these the administrator takes away their own session or rights, and what comes after would say nothing. */
const sessionEndingOperations = [
  "postLogout",
  "putMePassword",
  "deleteMeSessions",
  ...["Users", "Role", "Menus", "Action", "Menuactionsmap"].flatMap((name) => [
    `update${name}`,
    `update${name}ByBody`,
    `remove${name}`,
  ]),
  "postRolePermissions",
];
const excludeSessionEnding = sessionEndingOperations.flatMap((name) => ["--exclude-operation-id", name]);
/** Lists are made alike, and their many parameters make most of the cases: two of them speak for all. */
const excludeMostLists = ["--exclude-operation-id-regex", "^list(?!PaymentSchedule$|Receivables$)"];
const onlySessionEnding = sessionEndingOperations.flatMap((name) => ["--include-operation-id", name]);

describe(skipReason === undefined ? "the portal keeps to its documentation" : `not tried, ${skipReason}`, () => {
  test.skipIf(skipReason !== undefined)(
    "whatever an administrator sends",
    { tags: "requirement-12", timeout: timeoutMs },
    async () => {
      await expectConformance(admin, {
        phases: "coverage",
        maxExamples: 1,
        operations: [...excludeSessionEnding, ...excludeMostLists],
      });
      await expectConformance(admin, { phases: "fuzzing", maxExamples: 3, operations: excludeSessionEnding });
      assertOk(await admin.get("/plot"));
      assertOk(await admin.get("/me"));
    },
  );

  test.skipIf(skipReason !== undefined)(
    "whatever a clerk sends",
    { tags: "requirement-12", timeout: timeoutMs },
    async () => {
      await expectConformance(clerk, { phases: "fuzzing", maxExamples: 2, operations: excludeSessionEnding });
    },
  );

  test.skipIf(skipReason !== undefined)(
    "also where an administrator shuts themselves out",
    { tags: "requirement-12", timeout: timeoutMs },
    async () => {
      await expectConformance(admin, { phases: "coverage,fuzzing", maxExamples: 1, operations: onlySessionEnding });
    },
  );
});

async function expectConformance(
  person: Person,
  trial: { phases: string; maxExamples: number; operations?: readonly string[] },
): Promise<void> {
  const token = await person.token();
  const { passed, output, summary } = await runSchemathesis({ url: portal.url(), token, ...trial });
  console.log(`${person.username}: ${summary}`);
  expect(passed, output).toBe(true);
}
