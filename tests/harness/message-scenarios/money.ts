import { account } from "../../../shared/resources/account.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { claim, maxOpenClaims } from "../../../shared/resources/claim.ts";
import { imports } from "../../../shared/resources/imports.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { expectApprovalRequested, setLimits } from "../approvals.ts";
import type { RateAndPlan, Schedule } from "../builders.ts";
import { closeDrawer, openDrawer, requireDrawer } from "../drawers.ts";
import { insertDuplicateInstallment } from "../duplicate-installments.ts";
import type { Harness } from "../harness.ts";
import { postImport } from "../imports.ts";
import { lockOctober } from "../locked-month.ts";
import { createMailableReceipt } from "../mail.ts";
import type { Person } from "../person.ts";
import { assertOk, parseRecord, type Reply } from "../reply.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

const transferOwnership = (admin: Person, { aliPlot }: Harness["society"], day: string) =>
  admin.post(`/plot/${aliPlot.PlotID}/transfer`, { OwnerName: "Omar", Date: day });
const accountForm = { AccountName: "Wallet", Kind: "wallet", OpeningBalance: 0, OpeningDate: "2026-01-01" };
const receiptForm = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };

/** The period of a service charge: scenarios of one portal use different years, because charges may not overlap. */
const ofYear = (year: number) => ({ StartYear: year, EndYear: year });

const unlockOctober = (admin: Person) =>
  admin.post("/month-lock/unlock", { Month: 10, Year: 2026, Reason: "An expense is missing" });

/** `count` is the body of the close: the counted notes and coins. */
const openAndCloseDrawer = async (admin: Person, count: object) =>
  admin.post(`/drawer/${(await openDrawer(admin)).DrawerID}/close`, count);
const openAndHandOverDrawer = async (admin: Person, body: object) =>
  admin.post(`/drawer/${(await openDrawer(admin)).DrawerID}/handover`, body);

/** Messages about money: charges, plans, schedules, receipts, adjustments, claims, drawers and month locks. */
export const moneyScenarios = {
  "rate-overlap": {
    text: "Another active service charge covers a month of this period for the same type, category and floor",
    status: 409,
    run: async ({ admin, createRate }) => admin.post("/service-rate", await createRate(ofYear(2031))),
  },
  "rate-has-plan": {
    text: "A payment plan was made from this service charge; only its state can change",
    status: 409,
    run: async ({ admin, createPlan }) => {
      const { rate } = await createPlan(ofYear(2032));
      return admin.put(`/service-rate/${rate.RateID}`, { ...rate, FloorRate: 1, Version: undefined });
    },
  },
  "rate-inactive": {
    text: "This service charge is not active",
    status: 409,
    run: async ({ admin, createRate }) =>
      admin.post("/payment-plan", await createRate({ ...ofYear(2033), IsActive: false })),
  },
  "account-inactive": {
    text: "Account Wallet is not active",
    status: 400,
    run: async ({ admin }) => {
      const added = await admin.post("/account", { ...accountForm, IsActive: false });
      const { AccountID } = parseRecord(account, added);
      return admin.post("/payment-receipt", { ...receiptForm, AccountID });
    },
  },
  "cash-account-fixed": {
    text: "This account receives all money that names no other account, so it must stay an active cash account",
    status: 409,
    run: ({ admin }) => admin.put("/account/1", { ...accountForm, Kind: "bank" }),
  },
  "plan-exists": {
    text: "Payment plan already generated for this service charge",
    status: 409,
    run: async ({ admin, createPlan }) => admin.post("/payment-plan", (await createPlan(ofYear(2034))).rate),
  },
  "plan-generated": {
    text: "Payment plan generated successfully",
    run: async ({ admin, createRate }) => admin.post("/payment-plan", await createRate(ofYear(2035))),
  },
  "plan-revoked": {
    text: "Payment plan revoked successfully",
    run: async ({ admin, createPlan }) =>
      admin.delete(`/payment-plan/${(await createPlan(ofYear(2036))).plan.PaymentPlanID}`),
  },
  "plan-has-payments": {
    text: "Installments of this plan are already paid or part-paid",
    status: 409,
    run: async ({ admin, createSchedule }) => {
      const { plan, rows } = await createSchedule(ofYear(2031));
      await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
      return admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
    },
  },
  "schedule-generated": {
    text: "Payment schedule generated successfully",
    run: async ({ admin, society, createPlan }) =>
      generateSchedule(admin, { ...(await createPlan(ofYear(2032))), PlotIDs: [society.aliPlot.PlotID] }),
  },
  "schedule-exists": {
    text: "Payment schedule already generated",
    run: async ({ admin, society, createSchedule }) =>
      generateSchedule(admin, { ...(await createSchedule(ofYear(2033))), PlotIDs: [society.aliPlot.PlotID] }),
  },
  "plots-do-not-match": {
    text: "These plots do not match the service charge: X-3",
    status: 400,
    run: async ({ admin, society, createPlan, createPlot }) => {
      const { PlotID } = await createPlot({ HouseNo: "X-3", FloorID: society.floors.first.FloorID });
      return generateSchedule(admin, { ...(await createPlan(ofYear(2034))), PlotIDs: [PlotID] });
    },
  },
  "plan-of-other-rate": {
    text: "The payment plan does not belong to this service charge",
    status: 400,
    run: async ({ admin, society, createPlan, createRate }) => {
      const { plan } = await createPlan(ofYear(2037));
      const rate = await createRate(ofYear(2038));
      return generateSchedule(admin, { plan, rate, PlotIDs: [society.aliPlot.PlotID] });
    },
  },
  "plan-ends-before": {
    text: "The payment plan ends before this month",
    status: 400,
    run: async ({ admin, society, createPlan }) => {
      const { rate, plan } = await createPlan(ofYear(2039));
      const body = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.aliPlot.PlotID] };
      return admin.post("/payment-schedule", { ...body, FromMonth: 1, FromYear: 2040 });
    },
  },
  "rate-starts-later": {
    text: "The service charge begins after this month",
    status: 400,
    run: async ({ admin, createRate }) =>
      revise(admin, await createRate(ofYear(2040)), { FromMonth: 12, FromYear: 2025 }),
  },
  "rate-ends-before": {
    text: "The service charge ends before this month",
    status: 400,
    run: async ({ admin, createRate }) =>
      revise(admin, await createRate(ofYear(2041)), { FromMonth: 1, FromYear: 2042 }),
  },
  "rate-revised": {
    text: "Service charge revised",
    run: async ({ admin, createRate }) => revise(admin, await createRate(ofYear(2042)), { FromYear: 2042 }),
  },
  "nothing-to-change": {
    text: "This changes nothing",
    status: 400,
    run: async ({ admin, createRate }) =>
      revise(admin, await createRate(ofYear(2043)), { FromYear: 2043, FloorRate: 2500 }),
  },
  "preview-changed": {
    text: "Records have changed in the meantime. Check the new preview first.",
    status: 409,
    run: async ({ admin, createRate }) =>
      revise(admin, await createRate(ofYear(2044)), { FromYear: 2044, Preview: "of yesterday" }),
  },
  "sent-for-approval": {
    text: "Sent for approval. It takes effect when a second person approves it.",
    status: 202,
    run: async ({ admin }) => requestVoid(admin),
  },
  approved: {
    text: "Request approved",
    run: async ({ admin, manager }) => manager.post(`/approval/${await requestVoidApproval(admin)}/approve`, {}),
  },
  declined: {
    text: "Request declined",
    run: async ({ admin, manager }) =>
      manager.post(`/approval/${await requestVoidApproval(admin)}/decline`, { Note: "Wrong receipt" }),
  },
  "own-request": {
    text: "You cannot decide on your own request",
    status: 403,
    run: async ({ admin }) => admin.post(`/approval/${await requestVoidApproval(admin)}/approve`, {}),
  },
  "house-moved": {
    text: "House moved",
    run: async ({ admin, society }) => moveToFirstFloor(admin, society),
  },
  "months-without-plan": {
    text: "No payment plan of this type and floor covers 11/2026, 12/2026",
    status: 400,
    run: async ({ admin, society, createSchedule }) => {
      await createSchedule();
      return moveToFirstFloor(admin, society);
    },
  },
  "months-charged-twice": {
    text: "Decide first which installment to keep in 12/2026",
    status: 409,
    run: async ({ admin, society, createSchedule, transaction }) => {
      const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
      await insertDuplicateInstallment({ transaction }, rows.at(-1)?.PaymentScheduleID ?? 0);
      return moveToFirstFloor(admin, society);
    },
  },
  "floor-changes-charge": {
    text: "This floor changes the charge; use Move to choose from which month",
    status: 400,
    run: async ({ admin, society, createSchedule }) => {
      await createSchedule();
      const house = { ...society.aliPlot, FloorID: society.floors.first.FloorID };
      return admin.put(`/plot/${house.PlotID}`, house);
    },
  },
  "installments-withdrawn": {
    text: "Installments withdrawn: 1",
    run: async ({ admin, createSchedule }) => withdrawFirst(admin, await createSchedule(ofYear(2035))),
  },
  "wrong-state": {
    text: "Not possible, because A-1 01/2026 is Paid",
    status: 409,
    run: async ({ admin, createSchedule }) => {
      const schedule = await createSchedule();
      await admin.put(`/payment-schedule/${schedule.rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
      return withdrawFirst(admin, schedule);
    },
  },
  "charged-once": {
    text: "This month is charged only once",
    status: 409,
    run: async ({ admin, createSchedule }) => keepFirst(admin, await createSchedule(ofYear(2036))),
  },
  "installment-kept": {
    text: "The other installments of this month were withdrawn: 1",
    run: async ({ admin, createSchedule, transaction }) => {
      const schedule = await createSchedule(ofYear(2037));
      await insertDuplicateInstallment({ transaction }, schedule.rows[0]?.PaymentScheduleID ?? 0);
      return keepFirst(admin, schedule);
    },
  },
  "receipt-added": { text: "Payment receipt added", run: ({ admin }) => admin.post("/payment-receipt", receiptForm) },
  "receipt-updated": {
    text: "Payment receipt updated",
    run: async ({ admin }) =>
      admin.put(`/payment-receipt/${await createReceipt(admin)}`, { ...receiptForm, AmountPaid: 50 }),
  },
  "receipt-deleted": {
    text: "Receipt deleted",
    run: async ({ admin }) => admin.delete(`/payment-receipt/${await createReceipt(admin)}`),
  },
  "receipt-voided": {
    text: "This receipt is voided",
    status: 409,
    run: async ({ admin }) => {
      const path = `/payment-receipt/${await createReceipt(admin)}`;
      await admin.delete(path);
      return admin.put(path, receiptForm);
    },
  },
  "too-much": {
    text: "At most Rs 0.00 is possible",
    status: 400,
    run: ({ admin, society }) => admin.post("/adjustment", adjustmentForm(society, { Kind: "refund" })),
  },
  "date-in-future": {
    text: "The date is in the future",
    status: 400,
    run: ({ admin, society }) => admin.post("/adjustment", adjustmentForm(society, { Date: "2027-01-01" })),
  },
  "dues-open": {
    text: "Rs 100.00 is due until that day. The next owner must accept it, or it must be paid first.",
    status: 409,
    run: async ({ admin, society }) => {
      await admin.post("/adjustment", adjustmentForm(society, { Kind: "charge" }));
      return transferOwnership(admin, society, "2026-11-15");
    },
  },
  "owned-since": {
    text: "The current owner has owned the house since 15/11/2026",
    status: 400,
    run: async ({ admin, society }) => {
      assertOk(await transferOwnership(admin, society, "2026-11-15"));
      return transferOwnership(admin, society, "2026-11-14");
    },
  },
  "credit-used": {
    text: "Its credit was used by ADJ-2; void that first",
    status: 409,
    run: async ({ admin, society }) => {
      await admin.post("/adjustment", adjustmentForm(society, { Kind: "opening", Amount: -100 }));
      await admin.post("/adjustment", adjustmentForm(society, { Kind: "refund" }));
      return admin.post("/adjustment/1/void", { Reason: "Entered twice" });
    },
  },
  "adjustment-voided": {
    text: "This adjustment is voided",
    status: 409,
    run: async ({ admin, society }) => {
      await admin.post("/adjustment", adjustmentForm(society, {}));
      await admin.post("/adjustment/1/void", { Reason: "Entered twice" });
      return admin.post("/adjustment/1/void", { Reason: "Entered twice" });
    },
  },
  "adjustments-added": {
    text: "Adjustments added: 2",
    run: ({ admin, society }) => admin.post("/adjustment/bulk", bulkForm(society, {})),
  },
  "bills-made": {
    text: "Bills made: 1",
    run: async ({ admin, society }) => {
      assertOk(await admin.post("/adjustment", adjustmentForm(society, {})));
      return admin.post("/bill", { Month: 11, Year: 2026, PlotIDs: [society.aliPlot.PlotID] });
    },
  },
  "no-bills-made": {
    text: "No other house needs a bill for this month",
    run: ({ admin }) => admin.post("/bill", { Month: 11, Year: 2026 }),
  },
  "certificate-issued": {
    text: "Certificate NDC-1 issued",
    run: async ({ admin, createPlot }) => admin.post("/certificate", { PlotID: (await createPlot()).PlotID }),
  },
  "ownership-transferred": {
    text: "Ownership transferred",
    run: async ({ admin, createPlot }) =>
      admin.post(`/plot/${(await createPlot()).PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-15" }),
  },
  "certificate-dues": {
    text: "Rs 100.00 is due for house A-1: 14/11/2026 Rs 100.00",
    status: 409,
    run: async ({ admin, society }) => {
      assertOk(await admin.post("/adjustment", adjustmentForm(society, { Kind: "charge" })));
      return admin.post("/certificate", { PlotID: society.aliPlot.PlotID });
    },
  },
  "claim-added": { text: "Claim saved", run: ({ admin, society }) => admin.post("/claim", claimForm(society)) },
  "claim-declined": {
    text: "Claim of Rs 100.00 declined",
    run: async ({ admin, society }) => {
      const { ClaimID } = parseRecord(claim, await admin.post("/claim", claimForm(society)));
      return admin.post(`/claim/${ClaimID}/decline`, { Note: "The bank has no such transfer" });
    },
  },
  "claim-confirmed": {
    text: "Claim confirmed with receipt R-1",
    run: async ({ admin, society }) => {
      const { ClaimID } = parseRecord(claim, await admin.post("/claim", claimForm(society)));
      return admin.post(`/claim/${ClaimID}/confirm`, {});
    },
  },
  "too-many-claims": {
    text: "The house has 20 open claims already. The office decides on them first.",
    status: 409,
    run: async ({ admin, society }) => {
      await Promise.all(Array.from({ length: maxOpenClaims }, () => admin.post("/claim", claimForm(society))));
      return admin.post("/claim", claimForm(society));
    },
  },
  "too-much-of-house": {
    text: "A-1: at most Rs 0.00 is possible",
    status: 400,
    run: ({ admin, society }) => admin.post("/adjustment/bulk", bulkForm(society, { Kind: "refund" })),
  },
  "adjustment-voided-now": {
    text: "ADJ-1 voided",
    run: async ({ admin, society }) => {
      await admin.post("/adjustment", adjustmentForm(society, {}));
      return admin.post("/adjustment/1/void", { Reason: "Entered twice" });
    },
  },
  "invalid-record": {
    text: "Installment 1 has an invalid value of DueDate in the database. It cannot be used until the value is corrected.",
    status: 409,
    run: async ({ admin, portal, createSchedule }) => {
      await createSchedule({ FloorRate: 100 });
      await portal.writeBypassingServer("payment-schedule", { DueDate: "soon" });
      return admin.post("/payment-receipt", receiptForm);
    },
  },
  "settled-by-receipt": {
    text: "Settled by receipt R-1. Void the receipt first.",
    status: 409,
    run: async ({ admin, createSchedule }) => {
      const { rows } = await createSchedule({ FloorRate: 100 });
      await createReceipt(admin);
      return admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
    },
  },
  "partly-ticked": {
    text: "A part of this installment is marked as paid already. Record a receipt for the rest.",
    status: 409,
    run: async ({ admin, society, createSchedule }) => {
      const { rows } = await createSchedule({ FloorRate: 100 });
      const PaymentScheduleID = rows[0]?.PaymentScheduleID;
      const waiver = adjustmentForm(society, { Kind: "waiver", PaymentScheduleID, Amount: 40 });
      const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", waiver));
      await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 });
      await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered by mistake" });
      return admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 });
    },
  },
  "all-emails-sent": {
    text: "All emails already sent.",
    run: ({ admin }) => admin.post("/payment-receipt/send-emails"),
  },
  "emails-sent": {
    text: "Emails sent successfully!",
    run: async (harness) => {
      await createMailableReceipt(harness);
      return harness.admin.post("/payment-receipt/send-emails");
    },
  },
  "no-new-emails": {
    text: "No new emails to send. Please wait 5 seconds and try again.",
    run: async (harness) => {
      await createMailableReceipt(harness);
      await harness.admin.post("/payment-receipt/send-emails");
      return harness.admin.post("/payment-receipt/send-emails");
    },
  },
  "emails-pending": {
    text: "1 emails pending.",
    field: "msg",
    run: async (harness) => {
      await createMailableReceipt(harness);
      return harness.admin.get("/payment-receipt");
    },
  },
  "wrong-address": {
    text: "The email address is not valid",
    field: "data",
    run: async ({ admin, transaction, society }) => {
      // An older release may have imported such an address from a spreadsheet.
      await transaction(async (tx) => {
        tx.update(plot, await tx.get(plot, society.aliPlot.PlotID), { EmailID: "a@b, c@d" });
      });
      await createReceipt(admin);
      await admin.post("/payment-receipt/send-emails");
      return admin.get("/payment-receipt");
    },
  },
  "report-generated": {
    text: "Report generated!",
    run: ({ admin }) => admin.post("/generate-report", { month: 11, year: 2026 }),
  },
  "nothing-saved": { text: "Nothing has been saved yet", run: ({ admin }) => importReceipt(admin, "?dryRun=1") },
  duplicate: {
    text: "Already entered as R-1",
    status: 409,
    run: async ({ admin }) => {
      const payment = { ...receiptForm, PaymentMethod: "Online", Reference: "77" };
      await admin.post("/payment-receipt", payment);
      return admin.post("/payment-receipt", payment);
    },
  },
  "payment-date-out-of-range": {
    text: "The payment date must be from 01/01/2000 to 15/11/2026",
    status: 400,
    run: ({ admin }) => admin.post("/payment-receipt", { ...receiptForm, PaymentDate: "1999-12-31" }),
  },
  "import-finished": { text: "Import finished", run: ({ admin }) => importReceipt(admin) },
  "import-running": {
    text: "manager is importing a spreadsheet at the moment. Please try again when that is done.",
    status: 409,
    run: async ({ admin, transaction }) => {
      // The clock stands still, so an import that ends in a millisecond is still running.
      const run = { Kind: "plots", State: "running", Done: 1, Total: 2, By: "manager" } as const;
      await transaction((tx) => tx.insert(imports, { ...run, Until: new Date(tx.now.getTime() + 1).toISOString() }));
      return importReceipt(admin);
    },
  },
  "already-paid": {
    text: "Already paid by manager at 15/11/2026 12:00",
    status: 409,
    run: async ({ admin, manager, createSchedule }) => {
      const { rows } = await createSchedule(ofYear(2038));
      const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
      await manager.put(path, { IsPaid: 1 });
      return admin.put(path, { IsPaid: 1, Version: rows[0]?.Version });
    },
  },
  "drawer-opened": { text: "Drawer opened", run: ({ manager }) => manager.post("/drawer", { Float: 500 }) },
  "drawer-closed": {
    text: "Drawer closed",
    run: async ({ admin }) => openAndCloseDrawer(admin, { Denominations: { "1000": 1 } }),
  },
  "day-closed": {
    text: "Day 14/11/2026 closed",
    run: ({ admin }) => admin.post("/day-close", { Date: "2026-11-14" }),
  },
  "day-already-closed": {
    text: "14/11/2026 is closed. What was recorded since then goes on the sheet of the next day.",
    status: 409,
    run: async ({ admin }) => {
      await admin.post("/day-close", { Date: "2026-11-14" });
      return admin.post("/day-close", { Date: "2026-11-14" });
    },
  },
  "drawers-open": {
    text: "Close these drawers first: admin",
    status: 409,
    run: async ({ admin }) => {
      await openDrawer(admin);
      return admin.post("/day-close", { Date: "2026-11-15" });
    },
  },
  "receipt-counted": {
    text: "Drawer (admin) is closed and counts this receipt. Void the receipt and record it again.",
    status: 409,
    run: async ({ admin }) => {
      const own = await openDrawer(admin);
      const { PaymentReceiptID } = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptForm));
      assertOk(await closeDrawer(admin, own, 1100));
      return admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...receiptForm, AmountPaid: 90 });
    },
  },
  "cash-counted": {
    text: "15/11/2026 is closed and counts this cash. Record the difference as a new entry.",
    status: 409,
    run: async ({ admin, createExpense }) => {
      const { ExpenseID } = await createExpense({ Amount: 50, IsPaid: 1, PaidOnDate: "2026-11-15" });
      assertOk(await admin.post("/day-close", { Date: "2026-11-15" }));
      return admin.delete(`/expenses/${ExpenseID}`);
    },
  },
  "difference-reason": {
    text: "Counted Rs 500.00, expected Rs 1,000.00: the difference needs a reason",
    status: 400,
    run: async ({ admin }) => openAndCloseDrawer(admin, { Denominations: { "500": 1 } }),
  },
  "drawer-handed-over": {
    text: "Drawer handed over to manager",
    run: async ({ admin, manager }) =>
      openAndHandOverDrawer(admin, { ToUserID: (await manager.session()).user.UserID }),
  },
  "no-drawer-allowed": {
    text: "This user cannot take over a drawer",
    status: 400,
    run: async ({ admin, ali }) => openAndHandOverDrawer(admin, { ToUserID: (await ali.session()).user.UserID }),
  },
  "drawer-below-zero": {
    text: "A drawer below zero cannot be handed over without a count",
    status: 400,
    run: async ({ admin, manager, createExpense }) => {
      const { DrawerID } = await openDrawer(admin);
      await createExpense({ Amount: 1500, IsPaid: 1, PaidOnDate: "2026-11-15" });
      return admin.post(`/drawer/${DrawerID}/handover`, { ToUserID: (await manager.session()).user.UserID });
    },
  },
  "drawer-required": {
    text: "Open your drawer first: the society takes cash only into a drawer",
    status: 409,
    run: async ({ admin }) => {
      await requireDrawer(admin);
      return admin.post("/payment-receipt", receiptForm);
    },
  },
  "month-lock-done": {
    text: "Locked: all months up to 10/2026",
    run: async ({ admin }) => lockOctober(admin),
  },
  "month-locked": {
    text: "10/2026 is locked: admin locked it at 15/11/2026 12:00",
    status: 409,
    run: async ({ admin }) => {
      await lockOctober(admin);
      return admin.post("/payment-receipt", { ...receiptForm, PaymentDate: "2026-10-31" });
    },
  },
  "month-unlocked": {
    text: "Unlocked: 10/2026 and the months after it",
    run: async ({ admin }) => {
      await lockOctober(admin);
      return unlockOctober(admin);
    },
  },
  "month-not-locked": {
    text: "10/2026 is not locked",
    status: 409,
    run: async ({ admin }) => unlockOctober(admin),
  },
  "month-not-over": {
    text: "A month can be locked once it is over",
    status: 400,
    run: async ({ admin }) => admin.post("/month-lock", { Month: 11, Year: 2026 }),
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;

function generateSchedule(admin: Person, { rate, plan, PlotIDs }: RateAndPlan & { PlotIDs: number[] }): Promise<Reply> {
  return admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
}

function revise(
  admin: Person,
  { RateID }: RateAndPlan["rate"],
  change: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  return admin.post(`/service-rate/${RateID}/revise`, { FromMonth: 6, FromYear: 2026, FloorRate: 3000, ...change });
}

/** Moves A-1 to the first floor from November on. */
function moveToFirstFloor(admin: Person, { aliPlot: { PlotID, TypeID }, floors }: Harness["society"]): Promise<Reply> {
  const { FloorID } = floors.first;
  return admin.post(`/plot/${PlotID}/move`, { TypeID, FloorID, FromMonth: 11, FromYear: 2026 });
}

function withdrawFirst(admin: Person, { rows }: Schedule): Promise<Reply> {
  const PaymentScheduleIDs = [rows[0]?.PaymentScheduleID];
  return admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs, Reason: "House is empty" });
}

function keepFirst(admin: Person, { rows }: Schedule): Promise<Reply> {
  const body = { PaymentScheduleID: rows[0]?.PaymentScheduleID, Reason: "Billed twice" };
  return admin.post("/payment-schedule/keep", body);
}

function importReceipt(admin: Person, query = ""): Promise<Reply> {
  const body = "House No,Amount,Date,Method\nA-1,100,14/11/2026,Cash\n";
  return postImport(admin, `receipts${query}`, body);
}

/** Asks to void a receipt, above the limit of the society. */
async function requestVoid(admin: Person): Promise<Reply> {
  await setLimits(admin, { Void: 50 });
  return admin.delete(`/payment-receipt/${await createReceipt(admin)}`);
}

/** Asks to void a receipt; returns the ApprovalID. */
async function requestVoidApproval(admin: Person): Promise<number> {
  return expectApprovalRequested(await requestVoid(admin));
}

/** Creates a receipt and returns its id. */
async function createReceipt(admin: Person): Promise<number> {
  return parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptForm)).PaymentReceiptID;
}

function adjustmentForm({ aliPlot }: Harness["society"], change: Readonly<Record<string, unknown>>) {
  return { PlotID: aliPlot.PlotID, Kind: "charge", Amount: 100, Date: "2026-11-14", Reason: "Water tanker", ...change };
}

function bulkForm({ aliPlot, sanaPlot }: Harness["society"], change: Readonly<Record<string, unknown>>) {
  const PlotIDs = [aliPlot.PlotID, sanaPlot.PlotID];
  return { PlotIDs, Kind: "charge", Amount: 100, Date: "2026-11-14", Reason: "Water tanker", ...change };
}

function claimForm({ aliPlot }: Harness["society"]) {
  return { PlotID: aliPlot.PlotID, Amount: 100, PaymentDate: "2026-11-14", Method: "Cash" };
}
