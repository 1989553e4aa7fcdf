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

/** Only ends a test that hangs: the requests take a few minutes, on a busy machine several times that. */
const timeoutMs = 1_800_000;

/**
 * Operations that end the session or revoke the permissions of the caller, so that all later requests would be refused.
 */
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
/**
 * All lists share one implementation and their many parameters make most of the cases, so only two lists are tested.
 */
const excludeMostLists = ["--exclude-operation-id-regex", "^list(?!PaymentSchedule$|Receivables$)"];
const onlySessionEnding = sessionEndingOperations.flatMap((name) => ["--include-operation-id", name]);

describe(
  skipReason === undefined
    ? "conformance to the OpenAPI document"
    : `conformance to the OpenAPI document (skipped: ${skipReason})`,
  () => {
    test.skipIf(skipReason !== undefined)(
      "replies to an administrator conform to the OpenAPI document",
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
      "replies to a clerk conform to the OpenAPI document",
      { tags: "requirement-12", timeout: timeoutMs },
      async () => {
        await expectConformance(clerk, { phases: "fuzzing", maxExamples: 2, operations: excludeSessionEnding });
      },
    );

    test.skipIf(skipReason !== undefined)(
      "replies to operations that end the administrator's own session conform to the OpenAPI document",
      { tags: "requirement-12", timeout: timeoutMs },
      async () => {
        await expectConformance(admin, { phases: "coverage,fuzzing", maxExamples: 1, operations: onlySessionEnding });
      },
    );
  },
);

async function expectConformance(
  person: Person,
  options: { phases: string; maxExamples: number; operations: readonly string[] },
): Promise<void> {
  const token = await person.token();
  const { passed, output, summary } = await runSchemathesis({ url: portal.url(), token, ...options });
  console.log(`${person.username}: ${summary}`);
  expect(passed, output).toBe(true);
}
