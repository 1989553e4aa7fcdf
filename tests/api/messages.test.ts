import { describe, expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { accessScenarios } from "../harness/message-scenarios/access.ts";
import { generalScenarios } from "../harness/message-scenarios/general.ts";
import { mailScenarios } from "../harness/message-scenarios/mail.ts";
import { moneyScenarios } from "../harness/message-scenarios/money.ts";
import type { MessageCode, MessageScenario } from "../harness/message-scenarios/scenario.ts";

/** One scenario for each message code: a code without one does not compile. */
const scenarios: Record<MessageCode, MessageScenario> = {
  ...generalScenarios,
  ...moneyScenarios,
  ...mailScenarios,
  ...accessScenarios,
};

const cases = Object.entries(scenarios).map(([code, scenario]) => ({
  status: 200,
  field: "message" as const,
  ...scenario,
  code,
}));

describe("the server answers", () => {
  test.each(cases)("$code: $text", async ({ code, text, status, field, run }) => {
    const { status: answered, body } = await run(await openHarness());
    expect([answered, body.success]).toEqual([status, status === 200]);
    if (field === "data") expect(JSON.stringify(body.data)).toContain(text);
    else expect(body[field]).toBe(text);
    if (field === "message") expect(body.code).toBe(code);
  });
});
