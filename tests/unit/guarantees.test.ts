import { expect, test } from "vitest";
import { findGuaranteeProblems } from "../../scripts/acceptance/guarantees.ts";
import { requirements } from "../../scripts/acceptance/requirements.ts";

test("every guarantee in SECURITY.md is checked by a requirement, and a missing requirement is reported", async () => {
  expect(await findGuaranteeProblems(requirements)).toEqual([]);
  const withoutLast = requirements.slice(0, -1);
  expect(await findGuaranteeProblems(withoutLast)).toEqual([
    expect.stringContaining(`no requirement ${requirements.length}:`),
  ]);
});
