import { describe, expect, test } from "vitest";
import type { Message, Occasion } from "../world/occasion.ts";
import { accessOccasions } from "../world/occasions-access.ts";
import { generalOccasions } from "../world/occasions-general.ts";
import { mailOccasions } from "../world/occasions-mail.ts";
import { moneyOccasions } from "../world/occasions-money.ts";
import { world } from "../world/world.ts";

/** Every text that the server can answer with. A message that is added without an occasion does not compile. */
const occasions: Record<Message, Occasion> = {
  ...generalOccasions,
  ...moneyOccasions,
  ...mailOccasions,
  ...accessOccasions,
};

describe("the server says", () => {
  test.each(Object.values(occasions))("$says", async ({ says, status = 200, in: where = "message", when }) => {
    const { status: answered, body } = await when(await world());
    expect([answered, body.success]).toEqual([status, status === 200]);
    if (where === "data") expect(JSON.stringify(body.data)).toContain(says);
    else expect(body[where]).toBe(says);
  });
});
