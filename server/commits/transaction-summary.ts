import mongoose from "mongoose";
import type { RowChange } from "../database/store.ts";
import { type Actor, type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "./commit.ts";

/** A summary of one transaction, enough to describe it in one line. */
export interface TransactionSummary {
  /** Pass it as `afterCursor` to read the transactions that follow this one. */
  cursor: string;
  at: Date;
  by: Actor;
  /** Counts of the changes that match the filter. */
  counts: readonly ChangeCount[];
  /** A few changes of each resource in `counts`, at least one. */
  changes: readonly RowChange[];
}

export interface SummaryFilter {
  resources: readonly string[];
  /** Limits these resources, whose rows belong to plots, to the rows of these plots. */
  ownRows?: {
    plotIds: readonly number[];
    resources: readonly string[];
    /** Leaves out changes of their rows. */
    isVisible: (change: RowChange) => boolean;
  };
}

const samplesPerResource = 3;

/**
 * The matching transactions that follow the one at `afterCursor`, newest first. Undefined if the cursor is invalid. Of
 * a large transaction, only the first part is read if possible, because it contains the counts of all parts.
 */
export async function readTransactionSummaries(
  connection: mongoose.Connection,
  { filter, afterCursor }: { filter: SummaryFilter; afterCursor: string | undefined },
): Promise<AsyncIterable<TransactionSummary> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (afterCursor === undefined) return readSummaries(commits, { filter, cursorConditions: [], lastTransactionId: "" });
  if (!mongoose.isObjectIdOrHexString(afterCursor)) return undefined;
  const lastRead = await commits.findOne({ _id: new mongoose.Types.ObjectId(afterCursor) });
  if (!lastRead) return undefined;
  const { at, _id, transaction: lastTransactionId } = lastRead;
  const cursorConditions = [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] }];
  return readSummaries(commits, { filter, cursorConditions, lastTransactionId });
}

type CommitCollection = mongoose.mongo.Collection<CommitDoc>;
type CommitExcerpt = mongoose.mongo.WithId<Omit<CommitDoc, "requestId" | "part">>;

interface SummaryQuery {
  filter: SummaryFilter;
  /** Conditions that select the commits after the cursor. */
  cursorConditions: mongoose.mongo.Filter<CommitDoc>[];
  /** The transaction that was read last. */
  lastTransactionId: string;
}

async function* readSummaries(
  commits: CommitCollection,
  { filter, cursorConditions, lastTransactionId }: SummaryQuery,
): AsyncGenerator<TransactionSummary> {
  let previousId = lastTransactionId;
  const excerpts = commits.aggregate<CommitExcerpt>(
    [
      { $match: { $and: [buildCommitFilter(filter), ...cursorConditions] } },
      { $sort: { at: -1, _id: -1 } },
      {
        $project: {
          transaction: 1,
          parts: 1,
          at: 1,
          by: 1,
          sums: 1,
          changes: filter.ownRows ? buildOwnChangesExpression(filter) : buildSampleExpression(filter),
        },
      },
    ],
    { batchSize: 50 },
  );
  for await (const commit of excerpts) {
    // Several parts of one transaction may match. They follow each other, so the others are skipped.
    if (commit.transaction === previousId) continue;
    previousId = commit.transaction;
    yield filter.ownRows && commit.parts > 1
      ? toOwnSummary(commit, await readAllChanges(commits, commit, filter), filter)
      : await completeSummary(commits, commit, filter);
  }
}

/** The summary of a transaction. Reads its other parts if the first one has no change of a counted resource. */
async function completeSummary(
  commits: CommitCollection,
  commit: CommitExcerpt,
  filter: SummaryFilter,
): Promise<TransactionSummary> {
  if (filter.ownRows) return toOwnSummary(commit, commit.changes, filter);
  const counts = (commit.sums ?? []).filter(({ resource }) => filter.resources.includes(resource));
  const countedResources = counts.map(({ resource }) => resource);
  const missingResources = countedResources.filter((name) => !commit.changes.some(({ resource }) => resource === name));
  const otherChanges =
    commit.parts > 1 && missingResources.length > 0
      ? await readAllChanges(commits, commit, { resources: missingResources })
      : [];
  return { ...toSummary(commit, [...commit.changes, ...otherChanges]), counts };
}

/** The matching changes of all parts of a transaction. */
async function readAllChanges(
  commits: CommitCollection,
  { transaction }: CommitExcerpt,
  filter: SummaryFilter,
): Promise<RowChange[]> {
  const parts = commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, "changes.resource": { $in: [...filter.resources] } } },
    { $project: { changes: filter.ownRows ? buildOwnChangesExpression(filter) : buildSampleExpression(filter) } },
  ]);
  const changes: RowChange[] = [];
  for await (const part of parts) changes.push(...part.changes);
  return changes;
}

function toOwnSummary(
  commit: CommitExcerpt,
  changes: readonly RowChange[],
  { ownRows }: SummaryFilter,
): TransactionSummary {
  return toSummary(
    commit,
    changes.filter((change) => !ownRows?.resources.includes(change.resource) || ownRows.isVisible(change)),
  );
}

function toSummary({ _id, at, by }: CommitExcerpt, changes: readonly RowChange[]): TransactionSummary {
  return { cursor: String(_id), at, by, changes, counts: countChanges(changes) };
}

/** Selects commits that may match. Uses the index of the change counts, or for own rows the indexes of PlotID. */
function buildCommitFilter(filter: SummaryFilter): mongoose.mongo.Filter<CommitDoc> {
  const { resources, ownRows } = filter;
  if (!ownRows) return { "sums.resource": { $in: [...resources] } };
  const inOwnPlots = { $in: [...ownRows.plotIds] };
  const withoutPlot = listResourcesWithoutPlot(filter);
  const otherConditions = withoutPlot.length > 0 ? [{ "sums.resource": { $in: withoutPlot } }] : [];
  return { $or: [{ "changes.after.PlotID": inOwnPlots }, { "changes.before.PlotID": inOwnPlots }, ...otherConditions] };
}

/** An expression for the changes of own rows and of resources without plots. */
function buildOwnChangesExpression(filter: SummaryFilter) {
  const { plotIds = [], resources = [] } = filter.ownRows ?? {};
  const isOwnPlot = (row: "before" | "after") => ({ $in: [`$$this.${row}.PlotID`, [...plotIds]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [isOwnPlot("after"), isOwnPlot("before")] }],
  };
  return {
    $filter: {
      input: "$changes",
      cond: { $or: [{ $in: ["$$this.resource", listResourcesWithoutPlot(filter)] }, isOwn] },
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

function listResourcesWithoutPlot({ resources, ownRows }: SummaryFilter): string[] {
  return resources.filter((name) => !ownRows?.resources.includes(name));
}
