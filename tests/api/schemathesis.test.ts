import { describe, expect, test } from "vitest";
import type { Person } from "../world/person.ts";
import { accepted } from "../world/reply.ts";
import { trySchemathesis, whyNoSchemathesis } from "../world/schemathesis.ts";
import { sharedWorld } from "../world/world.ts";

const missing = await whyNoSchemathesis();
const { admin, clerk, portal, aSchedule, anExpense } = await sharedWorld();
await aSchedule();
await anExpense();

const longestMs = 600_000;

/** With these the administrator takes away their own session or rights, and what comes after would say nothing. */
const endsItself = [
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
const except = endsItself.flatMap((name) => ["--exclude-operation-id", name]);
/** Lists are made alike, and their many parameters make most of the cases: two of them speak for all. */
const mostLists = ["--exclude-operation-id-regex", "^list(?!PaymentSchedule$|Receivables$)"];
const only = endsItself.flatMap((name) => ["--include-operation-id", name]);

describe(missing === undefined ? "the portal keeps to its documentation" : `not tried, ${missing}`, () => {
  test.skipIf(missing !== undefined)("whatever an administrator sends", { timeout: longestMs }, async () => {
    await tried(admin, { phases: "coverage", maxExamples: 1, operations: [...except, ...mostLists] });
    await tried(admin, { phases: "fuzzing", maxExamples: 3, operations: except });
    accepted(await admin.get("/plot"));
    accepted(await admin.get("/me"));
  });

  test.skipIf(missing !== undefined)("whatever a clerk sends", { timeout: longestMs }, async () => {
    await tried(clerk, { phases: "fuzzing", maxExamples: 2, operations: except });
  });

  test.skipIf(missing !== undefined)(
    "also where an administrator shuts themselves out",
    { timeout: longestMs },
    async () => {
      await tried(admin, { phases: "coverage,fuzzing", maxExamples: 1, operations: only });
    },
  );
});

async function tried(
  person: Person,
  trial: { phases: string; maxExamples: number; operations?: readonly string[] },
): Promise<void> {
  const token = await person.token();
  const { passed, said, summary } = await trySchemathesis({ url: portal.url(), token, ...trial });
  console.log(`${person.username}: ${summary}`);
  expect(passed, said).toBe(true);
}
