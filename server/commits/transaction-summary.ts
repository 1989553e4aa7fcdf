import mongoose from "mongoose";
import type { RowChange } from "../database/store.ts";
import { type StoredChange, toRowChanges } from "./change-columns.ts";
import {
  type Actor,
  buildPlotConditions,
  type ChangeCount,
  type CommitDoc,
  commitsCollection,
  concernsPlots,
  countChanges,
  plotIdPaths,
} from "./commit.ts";

/** A summary of one transaction, enough to describe it in one line. */
export interface TransactionSummary {
  /** The id of one of the documents of its commit. */
  commitId: string;
  at: Date;
  by: Actor;
  approvedBy?: Actor;
  /** Counts of the changes that match the filter. */
  counts: readonly ChangeCount[];
  /** Of each resource in `counts` a few changes, at least one; with `onlyPlots` all that match. */
  changes: readonly RowChange[];
}

export interface SummaryFilter {
  resources: readonly string[];
  /** Of the resources with plots, only rows of these plots match. */
  onlyPlots?: {
    plotIds: readonly number[];
    /** Those whose rows have a PlotID; rows of all other `resources` match. */
    plotResources: readonly string[];
    /** Whether the viewer can see a change of such a row. */
    isVisible: (change: RowChange) => boolean;
  };
}

const samplesPerResource = 3;

/**
 * The matching transactions, newest first; with `afterCommitId`, those older than that commit document. Undefined if
 * there is none. Where possible, only the first part of a large transaction is read, because it contains the counts of
 * all parts.
 */
export async function readTransactionSummaries(
  connection: mongoose.Connection,
  { filter, afterCommitId }: { filter: SummaryFilter; afterCommitId: string | undefined },
): Promise<AsyncIterable<TransactionSummary> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (afterCommitId === undefined)
    return readSummaries(commits, { filter, olderConditions: [], lastTransactionId: "" });
  if (!mongoose.isObjectIdOrHexString(afterCommitId)) return undefined;
  const lastRead = await commits.findOne({ _id: new mongoose.Types.ObjectId(afterCommitId) });
  if (!lastRead) return undefined;
  const { at, _id, transaction: lastTransactionId } = lastRead;
  const olderConditions = [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] }];
  return readSummaries(commits, { filter, olderConditions, lastTransactionId });
}

type CommitCollection = mongoose.mongo.Collection<CommitDoc>;
type CommitExcerpt = mongoose.mongo.WithId<Omit<CommitDoc, "requestId" | "part">>;

interface SummaryQuery {
  filter: SummaryFilter;
  /** Conditions that select the commits older than the one that was read last. */
  olderConditions: mongoose.mongo.Filter<CommitDoc>[];
  /** The transaction that was read last. */
  lastTransactionId: string;
}

async function* readSummaries(
  commits: CommitCollection,
  { filter, olderConditions, lastTransactionId }: SummaryQuery,
): AsyncGenerator<TransactionSummary> {
  let previousId = lastTransactionId;
  const excerpts = commits.aggregate<CommitExcerpt>(
    [
      { $match: { $and: [buildCommitFilter(filter), ...olderConditions] } },
      { $sort: { at: -1, _id: -1 } },
      {
        $project: {
          transaction: 1,
          parts: 1,
          at: 1,
          by: 1,
          approvedBy: 1,
          sums: 1,
          changes: filter.onlyPlots ? buildPlotChangesExpression(filter) : buildSampleExpression(filter),
        },
      },
    ],
    { batchSize: 50 },
  );
  for await (const commit of excerpts) {
    // Several parts of one transaction can match. They follow each other; only the first match is used.
    if (commit.transaction === previousId) continue;
    previousId = commit.transaction;
    yield filter.onlyPlots
      ? toSummary(commit, await readPlotChanges(commits, commit, filter))
      : await toSampledSummary(commits, commit, filter);
  }
}

/** The summary of a transaction. Reads another part for a resource without a change in the first part. */
async function toSampledSummary(
  commits: CommitCollection,
  commit: CommitExcerpt,
  { resources }: SummaryFilter,
): Promise<TransactionSummary> {
  const counts = (commit.sums ?? []).filter(({ resource }) => resources.includes(resource));
  const changes: RowChange[] = [];
  for (const name of new Set(counts.map(({ resource }) => resource))) {
    const ofResource = ({ resource }: StoredChange) => resource === name;
    const sample =
      commit.parts === 1 || commit.changes.some(ofResource)
        ? commit.changes
        : ((await commits.findOne({ transaction: commit.transaction, "changes.resource": name }))?.changes ?? []);
    changes.push(...toRowChanges(sample.filter(ofResource).slice(0, samplesPerResource)).slice(0, samplesPerResource));
  }
  return { ...toSummary(commit, changes), counts };
}

/** The matching changes of all parts of a transaction. */
async function readPlotChanges(
  commits: CommitCollection,
  { transaction, parts, changes }: CommitExcerpt,
  filter: SummaryFilter,
): Promise<RowChange[]> {
  if (parts === 1) return selectPlotChanges(changes, filter);
  const plotChanges: RowChange[] = [];
  const plotConditions = [
    ...buildPlotConditions(filter.onlyPlots?.plotIds ?? []),
    { "changes.resource": { $in: listResourcesWithoutPlot(filter) } },
  ];
  for await (const part of commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, $or: plotConditions } },
    { $project: { changes: buildPlotChangesExpression(filter) } },
  ]))
    plotChanges.push(...selectPlotChanges(part.changes, filter));
  return plotChanges;
}

/** The visible changes of rows of the plots, and all changes of resources without plots. */
function selectPlotChanges(changes: readonly StoredChange[], { resources, onlyPlots }: SummaryFilter): RowChange[] {
  return toRowChanges(changes).filter((change) => {
    if (!onlyPlots?.plotResources.includes(change.resource)) return resources.includes(change.resource);
    return concernsPlots(change, onlyPlots.plotIds) && onlyPlots.isVisible(change);
  });
}

function toSummary({ _id, at, by, approvedBy }: CommitExcerpt, changes: readonly RowChange[]): TransactionSummary {
  return { commitId: String(_id), at, by, approvedBy, changes, counts: countChanges(changes) };
}

/**
 * Selects commits that can match. Uses the index of the change counts, or for the rows of plots the indexes of
 * `plotIdPaths`.
 */
function buildCommitFilter(filter: SummaryFilter): mongoose.mongo.Filter<CommitDoc> {
  const { resources, onlyPlots } = filter;
  if (!onlyPlots) return { "sums.resource": { $in: [...resources] } };
  const withoutPlot = listResourcesWithoutPlot(filter);
  const otherConditions = withoutPlot.length > 0 ? [{ "sums.resource": { $in: withoutPlot } }] : [];
  return { $or: [...buildPlotConditions(onlyPlots.plotIds), ...otherConditions] };
}

/**
 * An expression for the changes of rows of the plots and of resources without plots. Changes stored as columns are not
 * filtered.
 */
function buildPlotChangesExpression(filter: SummaryFilter) {
  const { plotIds = [], plotResources = [] } = filter.onlyPlots ?? {};
  const inPlots = plotIdPaths.map((path) => ({ $in: [`$$this.${path}`, [...plotIds]] }));
  const isOfPlots = { $and: [{ $in: ["$$this.resource", [...plotResources]] }, { $or: inPlots }] };
  return {
    $filter: {
      input: "$changes",
      cond: {
        $or: [{ $in: ["$$this.resource", listResourcesWithoutPlot(filter)] }, { $isArray: "$$this.id" }, isOfPlots],
      },
    },
  };
}

/** An expression for the first changes of each resource. */
function buildSampleExpression({ resources }: SummaryFilter) {
  const firstOf = (resource: string) => ({
    $slice: [{ $filter: { input: "$changes", cond: { $eq: ["$$this.resource", resource] } } }, samplesPerResource],
  });
  return { $concatArrays: resources.map(firstOf) };
}

function listResourcesWithoutPlot({ resources, onlyPlots }: SummaryFilter): string[] {
  return resources.filter((name) => !onlyPlots?.plotResources.includes(name));
}
