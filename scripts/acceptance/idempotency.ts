import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, startPortalProcess } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";

const concurrency = 50;

/** The same request fifty times at once under one key, at two servers, and another one under that key. */
export async function measureIdempotency(place: AcceptanceContext): Promise<CheckResult> {
  const one = await startPortalProcess(place);
  const other = await one.startAnother();
  try {
    const admin = await ApiClient.signInAsAdmin(one.url);
    const there = admin.forServer(other.url);
    const headers = { "idempotency-key": randomUUID() };
    const post = (at: ApiClient, TypeName: string) =>
      at.send({ method: "POST", path: "/api/plot-type", body: { TypeName }, headers });
    const answers = await Promise.all(
      Array.from({ length: concurrency }, (_, index) => post(index % 2 === 0 ? admin : there, "Once")),
    );
    const said = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    const different = await post(there, "Twice");
    const rows = z.array(z.unknown()).parse(await admin.requestData({ path: "/api/plot-type" }));
    return {
      summary: `${concurrency} at once at two servers: ${rows.length} row, ${said.size} answer; another body: ${different.status}`,
      passed: rows.length === 1 && said.size === 1 && answers[0]?.status === 200 && different.status === 422,
    };
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}
