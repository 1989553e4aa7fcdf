import { expect, test } from "vitest";
import { findUncheckedGuarantees } from "../../scripts/acceptance/guarantees.ts";
import { requirements } from "../../scripts/acceptance/requirements.ts";

test("every guarantee in SECURITY.md is checked by a requirement, and a missing one is reported", async () => {
  expect(await findUncheckedGuarantees(requirements)).toEqual([]);
  const withoutLast = requirements.slice(0, -1);
  expect(await findUncheckedGuarantees(withoutLast)).toEqual([
    expect.stringContaining(`no requirement ${requirements.length}:`),
  ]);
});
