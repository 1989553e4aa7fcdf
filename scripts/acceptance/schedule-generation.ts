import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient, type ApiResponse } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createRecord, createSociety, type Society } from "../lib/sample-society.ts";
import { type PortalProcess, startPortalProcess } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

/** Months of the schedule that the request of `createSociety` generates. */
const monthCount = 12;
const concurrency = 20;
/** Maximum time that an interrupted generation may block the next one. */
const maxRecoveryMs = 10_000;
const retryTimeoutMs = 120_000;

/** Generates a schedule at two servers at once, then kills a server during generations; counts the rows. */
export async function checkScheduleGeneration(context: AcceptanceContext): Promise<CheckResult> {
  const houseCount = context.isShort ? 100 : 400;
  const killCount = context.isShort ? 3 : 20;
  const expectedRows = houseCount * monthCount;
  let portal = await startPortalProcess(context);
  try {
    const admin = await ApiClient.signIn(() => portal.url);
    const { generationRequest } = await createSociety(admin, { houseCount });
    const plan = new RecreatedPlan(admin, generationRequest);

    await plan.recreate();
    const hasConcurrentSuccess = await generateConcurrently(portal, { admin, plan });
    const afterConcurrent = await countRows(admin);
    await plan.recreate();
    const startedAt = performance.now();
    await plan.generate(admin);
    const durationMs = performance.now() - startedAt;

    const random = new SeededRandom(context.seed);
    const failures: string[] = [];
    let killsWithNoRows = 0;
    let killsWithAllRows = 0;
    let longestRecovery = 0;
    for (let round = 0; round < killCount; round++) {
      await plan.recreate();
      const response = plan.generate(admin).catch(() => undefined);
      // Some kills come after the end of the generation.
      await pause(random.next() * durationMs * 1.2);
      await portal.kill("SIGKILL");
      const isAcknowledged = (await response)?.status === 200;
      portal = await portal.startAnother();
      const { count, duplicateCount } = await countRows(admin);
      if (count === 0 && !isAcknowledged) killsWithNoRows++;
      else if (count === expectedRows && duplicateCount === 0) killsWithAllRows++;
      else
        failures.push(
          `${count} rows, ${duplicateCount} duplicates after a kill${isAcknowledged ? " and an acknowledgement" : ""}`,
        );
      const readyAt = performance.now();
      await retryWhileServerError(() => plan.generate(admin));
      longestRecovery = Math.max(longestRecovery, performance.now() - readyAt);
      const after = await countRows(admin);
      if (after.count !== expectedRows || after.duplicateCount > 0)
        failures.push(`${after.count} rows, ${after.duplicateCount} duplicates after the retry`);
    }
    return {
      summary: [
        `${concurrency} concurrent requests at two servers: ${afterConcurrent.count} of ${expectedRows} rows, ${afterConcurrent.duplicateCount} duplicates; ${killCount} kills: no rows after ${killsWithNoRows}, all rows after ${killsWithAllRows}, ${failures.length} failures; a new generation was accepted at most ${formatMs(longestRecovery)} after the restart`,
        ...new Set(failures),
      ].join("; "),
      passed:
        failures.length === 0 &&
        hasConcurrentSuccess &&
        afterConcurrent.count === expectedRows &&
        afterConcurrent.duplicateCount === 0 &&
        longestRecovery <= maxRecoveryMs,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

/** A payment plan that is replaced by a new one before its schedule is generated again. */
class RecreatedPlan {
  readonly #admin: ApiClient;
  #generationRequest: Society["generationRequest"];

  constructor(admin: ApiClient, generationRequest: Society["generationRequest"]) {
    this.#admin = admin;
    this.#generationRequest = generationRequest;
  }

  /** Deletes the plan with its rows and creates a new one. */
  async recreate(): Promise<void> {
    const { RateID, PaymentPlanID, PlotIDs } = this.#generationRequest;
    await this.#admin.requestData({ method: "DELETE", path: `/api/payment-plan/${PaymentPlanID}` });
    const newPlanId = await createRecord(this.#admin, {
      path: "payment-plan",
      body: { RateID },
      idField: "PaymentPlanID",
    });
    this.#generationRequest = { RateID, PaymentPlanID: newPlanId, PlotIDs };
  }

  generate(client: ApiClient): Promise<ApiResponse> {
    return client.send({ method: "POST", path: "/api/payment-schedule", body: this.#generationRequest });
  }
}

/** Retries while the portal answers with a server error. */
async function retryWhileServerError(generate: () => Promise<ApiResponse>): Promise<void> {
  const giveUpAt = Date.now() + retryTimeoutMs;
  for (;;) {
    const { status, text } = await generate();
    if (status < 500) return;
    if (Date.now() > giveUpAt)
      throw new Error(`Generating still fails after ${formatMs(retryTimeoutMs)}: ${status} ${text}`);
    await pause(100);
  }
}

/** Generates concurrently at two servers; resolves with whether there was a success and no server error. */
async function generateConcurrently(
  portal: PortalProcess,
  { admin, plan }: { admin: ApiClient; plan: RecreatedPlan },
): Promise<boolean> {
  const second = await portal.startAnother();
  try {
    const adminOnSecondServer = admin.forServer(second.url);
    const responses = await Promise.all(
      Array.from({ length: concurrency }, (_, index) => plan.generate(index % 2 === 0 ? admin : adminOnSecondServer)),
    );
    return responses.every(({ status }) => status < 500) && responses.some(({ status }) => status === 200);
  } finally {
    await second.stop();
  }
}

const scheduleRowsSchema = z.array(z.looseObject({ PlotID: z.int(), InstallmentNumber: z.int() }));

async function countRows(admin: ApiClient): Promise<{ count: number; duplicateCount: number }> {
  const rows = scheduleRowsSchema.parse(await admin.requestData({ path: "/api/payment-schedule" }));
  const distinct = new Set(rows.map(({ PlotID, InstallmentNumber }) => `${PlotID} ${InstallmentNumber}`));
  return { count: rows.length, duplicateCount: rows.length - distinct.size };
}
