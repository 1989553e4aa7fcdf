import {
  type ActivityKind,
  activityKindOf,
  activityResources,
  type PresentedChange,
} from "../../../shared/domain/activity.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { type ActivityRecord, activity } from "../../../shared/endpoints/activity.ts";
import { paisa, sumRupees, toNearestPaisa, toRupees } from "../../../shared/money.ts";
import { can, canSeeRow, type Viewer } from "../../../shared/permissions.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { actorShownTo } from "../../commits/commit.ts";
import {
  readTransactionSummaries,
  type SummaryFilter,
  type TransactionSummary,
} from "../../commits/transaction-summary.ts";
import type { Doc, RowChange } from "../../database/store.ts";
import { invalidParameter } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isVisibleChange, presentVisibleChange } from "../../services/visible-rows.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

/** Minimum time between two notifications of new activity to the same subscribers. */
const notificationIntervalMs = 1_000;
/** Consecutive entries of these kinds are merged into one. */
const mergeableKinds: readonly ActivityKind[] = ["receipt mailed", "penalty applied"];
/** Maximum number of transactions that are merged into an entry. */
const maxMergedTransactions = 1_000;

const trackedResources: readonly AnyResource[] = activityResources;
const plotOwnedResourceNames = trackedResources
  .filter(({ plotField }) => plotField !== undefined)
  .map(({ name }) => name);

export const feature: Feature = { initialize: initializeActivity };

/** Recent activity, read from the commits. */
function initializeActivity({ store, referenceCache, present }: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(activity, async ({ ctx: { viewer }, query: { limit, after, plot: PlotID } }) => {
        const summaries = await readTransactionSummaries(store.connection, {
          filter: createSummaryFilter(viewer, PlotID),
          afterCommitId: after,
        });
        if (!summaries) throw invalidParameter("after");
        const data: ActivityRecord[] = [];
        let mergedTransactions = 0;
        for await (const summary of summaries) {
          const entry = toActivityRecord(summary, viewer);
          if (!entry) continue;
          const last = data.at(-1);
          if (last && mergedTransactions < maxMergedTransactions && canMerge(last, entry)) {
            mergedTransactions++;
            data[data.length - 1] = mergeEntries(last, entry);
            continue;
          }
          // Reads one entry beyond the limit, to know whether there is a next page.
          if (data.length === limit) return { data, next: last?.ActivityID ?? null };
          data.push(entry);
          mergedTransactions = 0;
        }
        return { data, next: null };
      }),
    ],
    liveQueries: [
      {
        name: "activity",
        isAffectedBy: (changes, viewer) => changes.some((change) => isVisibleChange(viewer, trackedResources, change)),
        canSubscribe: (viewer) => can(viewer, { page: "/", flag: "CanView" }),
        send: async (_viewer, emit) => {
          emit("activity");
          // The broadcaster does not send again before this promise resolves.
          await new Promise((resolve) => setTimeout(resolve, notificationIntervalMs).unref());
        },
      },
    ],
  };

  /** An entry about the first visible change with a kind, by the order of `trackedResources`; undefined without one. */
  function toActivityRecord(
    { commitId, at, by, approvedBy, counts, changes }: TransactionSummary,
    viewer: Viewer,
  ): ActivityRecord | undefined {
    const presentedChanges = changes.flatMap((change) => toPresentedChanges(change, viewer));
    for (const { name } of trackedResources) {
      const changesOfResource = presentedChanges.filter(({ Resource }) => Resource === name);
      const [change, ...others] = changesOfResource.filter((each) => activityKindOf(each) !== undefined);
      const kind = change && activityKindOf(change);
      const record = change?.After ?? change?.Before;
      if (!kind || !record) continue;
      const sampled = changesOfResource.filter(({ Type }) => Type === change.Type);
      const count = countRecords({ kind, resourceName: name, type: change.Type, counts, sampled });
      const houses = new Set([change, ...others].map(({ After, Before }) => (After ?? Before)?.HouseNo));
      // `changes` can be a sample of the counted ones, whose other houses are unknown.
      const isOneHouse = count === 1 || (houses.size === 1 && count <= others.length + 1);
      return {
        ActivityID: commitId,
        At: at.toISOString(),
        By: actorShownTo(viewer, by).name,
        ApprovedBy: viewer.scope === "all" ? (approvedBy?.name ?? "") : "",
        Kind: kind,
        Count: count,
        HouseNo: isOneHouse ? toTextOrNull(record.HouseNo) : null,
        CategoryName: isOneHouse ? toTextOrNull(record.CategoryName) : null,
        // The title of an unlocking is the last month that was locked before it.
        Title:
          count === 1 || kind.startsWith("plan")
            ? titleOf(name, kind === "month unlocked" ? (change.Before ?? record) : record)
            : "",
        ...(count === 1 ? amountsOf(name, record) : noAmounts),
      };
    }
    return undefined;
  }

  /** The change with the fields that the viewer can see; an empty list when it is not visible. */
  function toPresentedChanges(change: RowChange, viewer: Viewer): PresentedChange[] {
    const resource = trackedResources.find(({ name }) => name === change.resource);
    const visible = resource && presentVisibleChange(change, { viewer, resource, present });
    return visible ? [{ Resource: change.resource, Type: change.type, ...visible }] : [];
  }

  function createSummaryFilter(viewer: Viewer, PlotID: number | undefined): SummaryFilter {
    const isVisible = (change: RowChange) => isVisibleChange(viewer, trackedResources, change);
    const names = trackedResources
      .filter((resource) => canAccess(viewer, { resource, verb: "list" }))
      .map(({ name }) => name);
    const namesWithPlot = names.filter((name) => plotOwnedResourceNames.includes(name));
    if (PlotID !== undefined) {
      const house = referenceCache.get(plot, PlotID);
      const plotIds = house && canSeeRow(viewer, plot, house) ? [PlotID] : [];
      return { resources: namesWithPlot, onlyPlots: { plotIds, plotResources: namesWithPlot, isVisible } };
    }
    if (viewer.scope === "all") return { resources: names };
    return { resources: names, onlyPlots: { plotIds: [...viewer.plotIds], plotResources: namesWithPlot, isVisible } };
  }
}

/**
 * The number of changed records; for a revoked plan, the number of its removed installments. `sampled`: the visible
 * changes of this resource and type, perhaps only a part of those that `counts` counts.
 */
function countRecords({
  kind,
  resourceName,
  type,
  counts,
  sampled,
}: Pick<TransactionSummary, "counts"> & {
  kind: ActivityKind;
  resourceName: string;
  type: string;
  sampled: readonly PresentedChange[];
}) {
  // The transaction of a void also updates other receipts and adjustments. An undo of an import voids several records
  // at once; its entry is about the first of them.
  if (kind === "adjustment voided" || kind === "receipt voided") return 1;
  const countChanges = (resource: string) =>
    counts.find((entry) => entry.resource === resource && entry.type === type)?.count;
  if (kind === "plan revoked") return countChanges(paymentSchedule.name) ?? 0;
  const count = countChanges(resourceName) ?? 1;
  // Not every change of the resource is of this kind: the change of a receipt whose credit is used, for example, is
  // not. If `sampled` is only a part of the changes, the kinds of the others are unknown, and all are counted.
  return count === sampled.length ? sampled.filter((change) => activityKindOf(change) === kind).length : count;
}

function canMerge(later: ActivityRecord, earlier: ActivityRecord): boolean {
  return mergeableKinds.includes(later.Kind) && later.Kind === earlier.Kind && later.By === earlier.By;
}

/**
 * Merges two entries and clears fields that can differ. Keeps the earlier ActivityID, after which the next page starts.
 */
function mergeEntries(later: ActivityRecord, { ActivityID, Count }: ActivityRecord): ActivityRecord {
  const cleared = { HouseNo: null, CategoryName: null, Title: "", ...noAmounts };
  return { ...later, ...cleared, ActivityID, Count: later.Count + Count };
}

function titleOf(resourceName: string, record: Doc): string {
  if (resourceName === paymentSchedule.name) return String(record.DueDate ?? "");
  if (resourceName === serviceRate.name) return [record.TypeName, record.CategoryName, record.Floor].join(" · ");
  const titleField = trackedResources.find((resource) => resource.name === resourceName)?.titleField ?? "";
  return String(record[titleField] ?? "");
}

const noAmounts = { Amount: null, PenaltyAmount: 0 };

/** The amount of a presented record, in rupees. */
function amountsOf(resourceName: string, record: Doc): Pick<ActivityRecord, "Amount" | "PenaltyAmount"> {
  const { AmountPaid, Amount, FloorRate } = record;
  if (resourceName === paymentSchedule.name) {
    const base = toNearestPaisa(Number(Amount)) - toNearestPaisa(Number(record.WaivedAmount));
    const penalty = record.PenaltyApplied
      ? toNearestPaisa(Number(record.PenaltyAmount)) - toNearestPaisa(Number(record.WaivedPenalty))
      : 0;
    return { Amount: toRupees(paisa(base + penalty)), PenaltyAmount: toRupees(paisa(penalty)) };
  }
  if (resourceName === dayClose.name)
    return { Amount: sumRupees(Object.values(Object(record.ByMethod))), PenaltyAmount: 0 };
  const amount = AmountPaid ?? Amount ?? FloorRate;
  return {
    Amount: typeof amount === "number" ? amount : null,
    PenaltyAmount: resourceName === paymentReceipt.name ? Number(record.PenaltyAmount) : 0,
  };
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
