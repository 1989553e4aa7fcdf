import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Finding } from "./line.ts";
import { type Place, portalAt } from "./place.ts";
import { Visitor } from "./visitor.ts";

const atOnce = 50;

/** The same request fifty times at once under one key, at two servers, and another one under that key. */
export async function measureRepeats(place: Place): Promise<Finding> {
  const one = await portalAt(place);
  const other = await one.again();
  try {
    const admin = await Visitor.admin(one.url);
    const there = admin.at(other.url);
    const headers = { "idempotency-key": randomUUID() };
    const post = (at: Visitor, TypeName: string) =>
      at.call({ method: "POST", path: "/api/plot-type", body: { TypeName }, headers });
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => post(index % 2 === 0 ? admin : there, "Once")),
    );
    const said = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    const different = await post(there, "Twice");
    const rows = z.array(z.unknown()).parse(await admin.ask({ path: "/api/plot-type" }));
    return {
      figure: `${atOnce} at once at two servers: ${rows.length} row, ${said.size} answer; another body: ${different.status}`,
      holds: rows.length === 1 && said.size === 1 && answers[0]?.status === 200 && different.status === 422,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}
