import { describe, expect, test } from "vitest";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { accessScenarios } from "../harness/message-scenarios/access.ts";
import { generalScenarios } from "../harness/message-scenarios/general.ts";
import { importScenarios } from "../harness/message-scenarios/import.ts";
import { mailScenarios } from "../harness/message-scenarios/mail.ts";
import { moneyScenarios } from "../harness/message-scenarios/money.ts";
import type { MessageCode, MessageScenario } from "../harness/message-scenarios/scenario.ts";

/** One scenario for each message code: a code without one does not compile. */
const scenarios: Record<MessageCode, MessageScenario> = {
  ...generalScenarios,
  ...moneyScenarios,
  ...importScenarios,
  ...mailScenarios,
  ...accessScenarios,
};

/**
 * Scenarios that change what another scenario expects, and therefore each run on a separate portal. The others share
 * one portal.
 */
const isolatedCodes: ReadonlySet<string> = new Set<MessageCode>([
  "adjustments-added",
  "too-much-of-house",
  "database-unavailable",
  "disk-full",
  "internal-error",
  "invalid-record",
  "too-many-records",
  "rate-limited",
  "signed-out",
  "signed-out-everywhere",
  "signup-closed",
  "password-changed",
  "revoke-beyond-own-rights",
  "reminders-queued",
  "paid-meanwhile",
  "no-failed-mails",
  "reminded-today",
  "last-administrator",
  "rate-overlap",
  "rate-has-plan",
  "rate-inactive",
  "plan-exists",
  "plan-generated",
  "plan-revoked",
  "plan-has-payments",
  "schedule-generated",
  "schedule-exists",
  "plots-do-not-match",
  "plan-of-other-rate",
  "plan-ends-before",
  "rate-starts-later",
  "rate-ends-before",
  "rate-revised",
  "nothing-to-change",
  "preview-changed",
  "house-moved",
  "months-without-plan",
  "months-charged-twice",
  "floor-changes-charge",
  "installments-withdrawn",
  "wrong-state",
  "sent-for-approval",
  "approval-required",
  "own-request",
  "approved",
  "declined",
  "charged-once",
  "installment-kept",
  "too-much",
  "dues-open",
  "owned-since",
  "credit-used",
  "adjustment-voided",
  "adjustment-voided-now",
  "settled-by-receipt",
  "duplicate",
  "payment-date-out-of-range",
  "already-paid",
  "emails-sent",
  "no-new-emails",
  "emails-pending",
  "wrong-address",
  "email-verified",
  "import-running",
]);

const sharedHarness = await openSharedHarness();
const cases = Object.entries(scenarios).map(([code, scenario]) => ({
  status: 200,
  field: "message" as const,
  ...scenario,
  code,
}));

describe("server messages", () => {
  test.each(cases)('the server answers "$text" with the code $code', async ({ code, text, status, field, run }) => {
    const { status: actualStatus, body } = await run(isolatedCodes.has(code) ? await openHarness() : sharedHarness);
    expect([actualStatus, body.success]).toEqual([status, status < 400]);
    if (field === "data") expect(JSON.stringify(body.data)).toContain(text);
    else expect(body[field]).toBe(text);
    if (field === "message") expect(body.code).toBe(code);
  });
});
