import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient, type ApiResponse } from "./api-client.ts";
import { type AcceptanceContext, type PortalProcess, startPortalProcess } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createRecord, createSociety, type Society } from "./sample-society.ts";

const months = 12;
const concurrency = 20;
/** Maximum time that an interrupted generation may block the next one. */
const maxRecoveryMs = 10_000;
const retryTimeoutMs = 120_000;

/** Generates a schedule with twenty concurrent requests at two servers, and kills the server during generations; then counts the rows. */
export async function measureScheduleGeneration(context: AcceptanceContext): Promise<CheckResult> {
  const houses = context.short ? 100 : 400;
  const kills = context.short ? 3 : 20;
  const all = houses * months;
  let portal = await startPortalProcess(context);
  try {
    const url = () => portal.url;
    const admin = await ApiClient.signInAsAdmin(url);
    const { generation } = await createSociety(admin, { houses });
    const plan = new RenewablePlan(admin, generation);

    await plan.renew();
    const isConcurrentOk = await generateConcurrently(portal, { admin, plan });
    const afterConcurrent = await countRows(admin);
    await plan.renew();
    const startedAt = performance.now();
    await plan.generate(admin);
    const duration = performance.now() - startedAt;

    const random = new SeededRandom(context.seed);
    const wrong: string[] = [];
    let none = 0;
    let whole = 0;
    let longest = 0;
    for (let kill = 0; kill < kills; kill++) {
      await plan.renew();
      const answer = plan.generate(admin).catch(() => undefined);
      await pause(random.next() * duration * 1.2);
      await portal.kill("SIGKILL");
      const acknowledged = (await answer)?.status === 200;
      portal = await portal.startAnother();
      const { count, duplicates } = await countRows(admin);
      if (count === 0 && !acknowledged) none++;
      else if (count === all && duplicates === 0) whole++;
      else wrong.push(`${count} rows, ${duplicates} doubled after a kill${acknowledged ? " and an answer" : ""}`);
      const ready = performance.now();
      await retryUntilAccepted(() => plan.generate(admin));
      longest = Math.max(longest, performance.now() - ready);
      const after = await countRows(admin);
      if (after.count !== all || after.duplicates > 0)
        wrong.push(`${after.count} rows, ${after.duplicates} doubled at last`);
    }
    return {
      summary: [
        `${concurrency} at once at two servers: ${afterConcurrent.count} of ${all} rows, ${afterConcurrent.duplicates} doubled; ${kills} kills: ${none} times none, ${whole} times all, ${wrong.length} times else; taken again at most ${formatMs(longest)} after the start`,
        ...new Set(wrong),
      ].join("; "),
      passed:
        wrong.length === 0 &&
        isConcurrentOk &&
        afterConcurrent.count === all &&
        afterConcurrent.duplicates === 0 &&
        longest <= maxRecoveryMs,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

/** The plan whose schedule is generated repeatedly. */
class RenewablePlan {
  readonly #admin: ApiClient;
  #generation: Society["generation"];

  constructor(admin: ApiClient, generation: Society["generation"]) {
    this.#admin = admin;
    this.#generation = generation;
  }

  /** Replaces the plan by a new one without rows. */
  async renew(): Promise<void> {
    const { RateID, PaymentPlanID, PlotIDs } = this.#generation;
    await this.#admin.requestData({ method: "DELETE", path: `/api/payment-plan/${PaymentPlanID}` });
    const made = await createRecord(this.#admin, { path: "payment-plan", body: { RateID }, id: "PaymentPlanID" });
    this.#generation = { RateID, PaymentPlanID: made, PlotIDs };
  }

  generate(client: ApiClient): Promise<ApiResponse> {
    return client.send({ method: "POST", path: "/api/payment-schedule", body: this.#generation });
  }
}

/** Retries while the portal answers with a server error. */
async function retryUntilAccepted(generate: () => Promise<ApiResponse>): Promise<void> {
  const giveUpAt = Date.now() + retryTimeoutMs;
  for (;;) {
    const { status, text } = await generate();
    if (status < 500) return;
    if (Date.now() > giveUpAt)
      throw new Error(`Generating is answered ${status} ${text} after ${formatMs(retryTimeoutMs)} still`);
    await pause(100);
  }
}

/** Generates concurrently at two servers; true if remoteAdmin was a success and no server error. */
async function generateConcurrently(
  portal: PortalProcess,
  { admin, plan }: { admin: ApiClient; plan: RenewablePlan },
): Promise<boolean> {
  const other = await portal.startAnother();
  try {
    const remoteAdmin = admin.forServer(other.url);
    const answers = await Promise.all(
      Array.from({ length: concurrency }, (_, index) => plan.generate(index % 2 === 0 ? admin : remoteAdmin)),
    );
    return answers.every(({ status }) => status < 500) && answers.some(({ status }) => status === 200);
  } finally {
    await other.stop();
  }
}

const scheduleRows = z.array(z.looseObject({ PlotID: z.int(), InstallmentNumber: z.int() }));

async function countRows(admin: ApiClient): Promise<{ count: number; duplicates: number }> {
  const found = scheduleRows.parse(await admin.requestData({ path: "/api/payment-schedule" }));
  const different = new Set(found.map(({ PlotID, InstallmentNumber }) => `${PlotID} ${InstallmentNumber}`));
  return { count: found.length, duplicates: found.length - different.size };
}
