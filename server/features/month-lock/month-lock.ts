import { addMonths, formatMonthYear, monthKey, monthOf } from "../../../shared/dates.ts";
import { lastCompletedMonth, type MonthLockState, noMonthLocked } from "../../../shared/domain/month-lock.ts";
import {
  lockedReportPdf,
  lockMonthsThrough,
  monthLockChecklist,
  monthLockState,
  unlockMonthsFrom,
} from "../../../shared/endpoints/month-lock.ts";
import { createMessage } from "../../../shared/messages.ts";
import { zero } from "../../../shared/money.ts";
import type { Viewer } from "../../../shared/permissions.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { drawer } from "../../../shared/resources/drawer.ts";
import { monthLock } from "../../../shared/resources/month-lock.ts";
import { monthReport } from "../../../shared/resources/month-report.ts";
import { systemActor } from "../../commits/commit.ts";
import { describeLockedMonth } from "../../commits/month-mutex.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { where } from "../../database/store.ts";
import { conflict, HttpError, invalidField } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { assertUnlockApproved, versionOf } from "../../services/approval-limits.ts";
import { storeLockedReports } from "../../services/locked-reports.ts";
import { applyAllDuePenalties, findDuePenalties } from "../../services/penalties.ts";
import { countUnsentReceipts } from "../../services/unsent-receipts.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { createLockedReportPdfs } from "./locked-report-pdf.ts";

export const feature: Feature = { initialize: initializeMonthLock };

/** Locks and unlocks months. Every transaction checks the lock before its commit: see `assertMonthsOpen`. */
function initializeMonthLock(services: FeatureServices): FeatureContributions {
  const { changeStream, referenceCache, store, log } = services;
  const pdfs = createLockedReportPdfs(services);
  return {
    endpointHandlers: [
      defineEndpointHandler(monthLockState, async ({ ctx: { viewer } }) => {
        await changeStream.waitForOwnCommits([monthLock.name]);
        const [state] = referenceCache.all(monthLock);
        return { data: presentState(state, viewer) };
      }),
      defineEndpointHandler(lockMonthsThrough, async ({ ctx, body: { Month, Year } }) => {
        const month = monthKey({ month: Month, year: Year });
        if (month > lastCompletedMonth(ctx.today)) throw invalidField("Month", createMessage("month-not-over"));
        const state = await lockThrough(month, ctx).catch((error: unknown) => {
          // A new day began since the penalties were applied.
          if (error instanceof HttpError && error.code === "stale") return lockThrough(month, ctx);
          throw error;
        });
        pdfs.renderMissing(ctx).catch((err: unknown) => log.warn({ err }, "rendering reports of locked months failed"));
        return {
          ...createMessage("month-lock-done", { month: formatMonthYear(monthOf(month)) }),
          data: presentState(state, ctx.viewer),
        };
      }),
      defineEndpointHandler(unlockMonthsFrom, async ({ ctx, body: { Month, Year, Reason } }) => {
        const month = monthKey({ month: Month, year: Year });
        const state = await ctx.transaction(async (tx) => {
          await tx.acquireExclusiveMonthMutex();
          const lock = await tx.readMonthLock();
          if (lock.LockedThrough === null || month > lock.LockedThrough)
            throw conflict(createMessage("month-not-locked", { month: formatMonthYear(monthOf(month)) }));
          const reports = await tx.find(monthReport, { UnlockedAt: null });
          for (const report of reports.filter((each) => each.Month >= month))
            tx.update(monthReport, report, {
              UnlockedAt: tx.now.toISOString(),
              UnlockedBy: tx.by.name,
              UnlockReason: Reason,
            });
          const row = await findLockRow(tx);
          await assertUnlockApproved(tx, {
            Kind: "unlock",
            PlotID: null,
            HouseCount: 0,
            Amount: zero,
            Date: `${month}-01`,
            Subject: formatMonthYear(monthOf(month)),
            Reason,
            versions: row ? [versionOf(monthLock, row)] : [],
          });
          const monthBefore = monthKey(addMonths(monthOf(month), -1));
          // The report of the month that is now the last locked one tells who locked it, and when.
          const { LockedBy: By = lock.By, LockedAt: At = lock.At } =
            reports.find((each) => each.Month === monthBefore) ?? {};
          return saveState(tx, { LockedThrough: monthBefore, By, At });
        });
        return {
          ...createMessage("month-unlocked", { month: formatMonthYear(monthOf(month)) }),
          data: presentState(state, ctx.viewer),
        };
      }),
      defineEndpointHandler(monthLockChecklist, async ({ ctx: { viewer }, query: { month, year } }) => {
        // Days are compared as texts: no day of the month is after 31, even if the month is shorter.
        const through = `${monthKey({ year, month })}-31`;
        const pendingMails = await countUnsentReceipts({ viewer, store, referenceCache }, through);
        const openApprovals = await store.count(approval, { State: "pending" });
        const openDrawers = await store.count(drawer, { IsClosed: 0 });
        const inHandFilter = { State: "in-hand", PaymentDate: where({ $lte: through }) };
        const chequesInHand = await store.count(cheque, inHandFilter);
        const data = { openDrawers, chequesInHand, pendingMails, openApprovals };
        return { data };
      }),
      defineEndpointHandler(lockedReportPdf, async ({ ctx, params: { Month = "" }, reauthorize }) => ({
        file: await pdfs.read(ctx, { month: Month, reauthorize }),
      })),
    ],
    liveQueries: [
      {
        name: "month-lock-state",
        isAffectedBy: (changes) => changes.some(({ resource }) => resource === monthLock.name),
        canSubscribe: () => true,
        send: async (_viewer, emit) => emit("resync", { resources: ["month-lock-state"] }),
      },
    ],
  };

  /** Applies the penalties that have fallen due, then locks. Throws 409 `stale` if others have fallen due meanwhile. */
  async function lockThrough(month: string, ctx: RequestContext): Promise<MonthLockState> {
    // Penalties of a locked month are not applied any more, and today's job may not have run yet.
    await applyAllDuePenalties({ ctx: ctx.detached().withActor(systemActor), store });
    return ctx.withoutGroupCommit().transaction(async (tx) => {
      // Called before the first read of a row, so that the reports contain all writes of these months.
      await tx.acquireExclusiveMonthMutex();
      const { LockedThrough } = await tx.readMonthLock();
      if (LockedThrough !== null && month <= LockedThrough) throw conflict(await describeLockedMonth(tx, month));
      const overdue = await findDuePenalties(tx, { DueDate: where({ $lte: `${month}-31` }) });
      if (overdue.length > 0) throw conflict(createMessage("stale"));
      await storeLockedReports(tx, { after: LockedThrough, through: month, store, services });
      return saveState(tx, { LockedThrough: month, By: tx.by.name, At: tx.now.toISOString() });
    });
  }
}

async function saveState(tx: Transaction, state: MonthLockState): Promise<MonthLockState> {
  const { LockedThrough, By, At } = state;
  const existing = await findLockRow(tx);
  const values = { LockedThrough, By: By ?? "", At: At ?? "" };
  if (existing) tx.update(monthLock, existing, values);
  else await tx.insert(monthLock, values);
  return state;
}

function findLockRow(tx: Transaction) {
  return tx.findFirst(monthLock, { MonthLockID: where({ $gt: 0 }) });
}

/** The state for the viewer: residents see the name of the office instead of the user's. */
function presentState(state: MonthLockState | undefined, viewer: Pick<Viewer, "scope">) {
  const { LockedThrough, By, At } = state ?? noMonthLocked;
  return { LockedThrough, By: By !== null && viewer.scope === "own" ? systemActor.name : By, At };
}
