// @module-tag matrix
import { beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../harness/harness.ts";
import { accessScenarios } from "../harness/message-scenarios/access.ts";
import { chequeScenarios } from "../harness/message-scenarios/cheques.ts";
import { generalScenarios } from "../harness/message-scenarios/general.ts";
import { importScenarios } from "../harness/message-scenarios/import.ts";
import { mailScenarios } from "../harness/message-scenarios/mail.ts";
import { moneyScenarios } from "../harness/message-scenarios/money.ts";
import type { MessageCode, MessageScenario } from "../harness/message-scenarios/scenario.ts";

/** One scenario for each message code; without one for every code, this file does not compile. */
const scenarios: Record<MessageCode, MessageScenario> = {
  ...generalScenarios,
  ...moneyScenarios,
  ...chequeScenarios,
  ...importScenarios,
  ...mailScenarios,
  ...accessScenarios,
};

/**
 * The codes of scenarios that change the results of others. Those of one list share a portal and run in this order; all
 * other scenarios share one portal.
 */
const separatePortals: readonly (readonly MessageCode[])[] = [
  [
    "rate-inactive",
    "rate-overlap",
    "rate-has-plan",
    "plan-exists",
    "plan-generated",
    "plan-revoked",
    "plan-of-other-rate",
    "plan-ends-before",
    "rate-starts-later",
    "rate-ends-before",
    "rate-revised",
    "nothing-to-change",
    "preview-changed",
    "drawer-closed",
    "day-closed",
    "day-already-closed",
    "drawers-open",
    "too-many-records",
  ],
  [
    "wrong-state",
    "plan-has-payments",
    "schedule-generated",
    "schedule-exists",
    "plots-do-not-match",
    "installments-withdrawn",
    "charged-once",
    "installment-kept",
    "already-paid",
    "drawer-handed-over",
    "no-drawer-allowed",
    "internal-error",
  ],
  [
    "too-much",
    "too-much-of-house",
    "adjustment-voided-now",
    "certificate-dues",
    "bills-made",
    "adjustments-added",
    "adjustment-voided",
    "claim-confirmed",
    "too-many-claims",
    "drawer-required",
    "difference-reason",
    "disk-full",
  ],
  ["credit-used", "dues-open", "drawer-below-zero", "database-unavailable"],
  [
    "sent-for-approval",
    "approved",
    "declined",
    "own-request",
    "house-moved",
    "no-failed-mails",
    "bill-mails-queued",
    "reminders-queued",
    "reminded-today",
  ],
  [
    "email-verified",
    "owned-since",
    "signup-closed",
    "last-administrator",
    "revoke-beyond-own-rights",
    "signed-out",
    "signed-out-everywhere",
    "password-changed",
    "rate-limited",
  ],
  ["emails-pending", "emails-sent", "no-new-emails", "paid-meanwhile", "bill-withdrawn", "approval-required"],
  ["months-without-plan", "wrong-address", "deposit-slip-saved"],
  ["payment-date-out-of-range", "floor-changes-charge"],
  ["months-charged-twice", "duplicate", "cash-counted", "import-running"],
  ["settled-by-receipt", "cheque-bounce-charged", "receipt-counted"],
  ["partly-ticked"],
  ["invalid-record"],
];

const separateCodes = new Set<string>(separatePortals.flat());
const cases = Object.entries(scenarios).map(([code, scenario]) => ({
  status: 200,
  field: "message" as const,
  ...scenario,
  code,
}));
const portals = [
  cases.filter(({ code }) => !separateCodes.has(code)),
  ...separatePortals.map((codes) => codes.flatMap((portalCode) => cases.filter(({ code }) => code === portalCode))),
];

describe.each(portals.map((portalCases) => ({ portalCases })))("server messages", ({ portalCases }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({});
    return harness.stop;
  });

  test.each(portalCases)(
    'the portal answers "$text" with the code $code',
    async ({ code, text, status, field, run }) => {
      const { status: actualStatus, body } = await run(harness);
      expect([actualStatus, body.success]).toEqual([status, status < 400]);
      if (field === "data") expect(JSON.stringify(body.data)).toContain(text);
      else expect(body[field]).toBe(text);
      if (field === "message") expect(body.code).toBe(code);
    },
  );
});
