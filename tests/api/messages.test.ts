import { describe, expect, test } from "vitest";
import type { MessageCode, MessageScenario } from "../world/occasion.ts";
import { accessScenarios } from "../world/occasions-access.ts";
import { generalScenarios } from "../world/occasions-general.ts";
import { mailScenarios } from "../world/occasions-mail.ts";
import { moneyScenarios } from "../world/occasions-money.ts";
import { openHarness } from "../world/world.ts";

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
