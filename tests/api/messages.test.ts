import { describe, expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { accessScenarios } from "../harness/message-scenarios/access.ts";
import { generalScenarios } from "../harness/message-scenarios/general.ts";
import { mailScenarios } from "../harness/message-scenarios/mail.ts";
import { moneyScenarios } from "../harness/message-scenarios/money.ts";
import type { MessageCode, MessageScenario } from "../harness/message-scenarios/scenario.ts";

/** Every text that the server can answer with. A message that is added without an occasion does not compile. */
const scenarios: Record<MessageCode, MessageScenario> = {
  ...generalScenarios,
  ...moneyScenarios,
  ...mailScenarios,
  ...accessScenarios,
};

describe("the server says", () => {
  test.each(Object.values(scenarios))("$text", async ({ text, status = 200, field: where = "message", run }) => {
    const { status: answered, body } = await run(await openHarness());
    expect([answered, body.success]).toEqual([status, status === 200]);
    if (where === "data") expect(JSON.stringify(body.data)).toContain(text);
    else expect(body[where]).toBe(text);
  });
});
