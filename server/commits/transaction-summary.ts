import mongoose from "mongoose";
import type { RowChange } from "../database/store.ts";
import { type Actor, type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "./commit.ts";

/** A summary of one transaction, enough to describe it in one line. */
export interface TransactionSummary {
  /** Pass it as `after` to read the transactions that follow this one. */
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
  /** Restricts these resources, whose rows belong to plots, to the rows of these plots. */
  ownRows?: { plots: readonly number[]; resources: readonly string[] };
}

const samplesPerResource = 3;

/**
 * Matching transactions after the cursor `after`, newest first. Undefined if `after` is not a valid cursor. Where
 * possible, only the first part of a large transaction is read, because it holds the counts of all parts.
 */
export async function readTransactionSummaries(
  connection: mongoose.Connection,
  { filter, after }: { filter: SummaryFilter; after: string | undefined },
): Promise<AsyncIterable<TransactionSummary> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (after === undefined) return readSummaries(commits, { filter, afterCursor: [], lastTransaction: "" });
  const last =
    mongoose.isObjectIdOrHexString(after) && (await commits.findOne({ _id: new mongoose.Types.ObjectId(after) }));
  if (!last) return undefined;
  const { at, _id, transaction: lastTransaction } = last;
  const afterCursor = [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] }];
  return readSummaries(commits, { filter, afterCursor, lastTransaction });
}

type CommitCollection = mongoose.mongo.Collection<CommitDoc>;
type CommitExcerpt = mongoose.mongo.WithId<Omit<CommitDoc, "requestId" | "part">>;

interface SummaryQuery {
  filter: SummaryFilter;
  /** Conditions that select the commits after the cursor. */
  afterCursor: mongoose.mongo.Filter<CommitDoc>[];
  /** The last transaction that was read. */
  lastTransaction: string;
}

async function* readSummaries(
  commits: CommitCollection,
  { filter, afterCursor, lastTransaction }: SummaryQuery,
): AsyncGenerator<TransactionSummary> {
  let last = lastTransaction;
  const excerpts = commits.aggregate<CommitExcerpt>(
    [
      { $match: { $and: [commitFilter(filter), ...afterCursor] } },
      { $sort: { at: -1, _id: -1 } },
      {
        $project: {
          transaction: 1,
          parts: 1,
          at: 1,
          by: 1,
          sums: 1,
          changes: filter.ownRows ? ownChanges(filter) : sampleChanges(filter),
        },
      },
    ],
    { batchSize: 50 },
  );
  for await (const commit of excerpts) {
    // Several parts of one transaction may match. They follow each other, so the others are skipped.
    if (commit.transaction === last) continue;
    last = commit.transaction;
    yield filter.ownRows && commit.parts > 1
      ? toSummary(commit, await readAllChanges(commits, commit, filter))
      : await completeSummary(commits, commit, filter);
  }
}

/** The summary of a transaction. Reads its other parts if the first one has no change of a counted resource. */
async function completeSummary(
  commits: CommitCollection,
  commit: CommitExcerpt,
  filter: SummaryFilter,
): Promise<TransactionSummary> {
  if (filter.ownRows) return toSummary(commit, commit.changes);
  const counts = (commit.sums ?? []).filter(({ resource }) => filter.resources.includes(resource));
  const missing = counts.filter(({ resource }) => !commit.changes.some((change) => change.resource === resource));
  const others =
    commit.parts > 1 && missing.length > 0
      ? await readAllChanges(commits, commit, { resources: missing.map(({ resource }) => resource) })
      : [];
  return { ...toSummary(commit, [...commit.changes, ...others]), counts };
}

/** The matching changes of all parts of a transaction. */
async function readAllChanges(
  commits: CommitCollection,
  { transaction }: CommitExcerpt,
  filter: SummaryFilter,
): Promise<RowChange[]> {
  const parts = commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, "changes.resource": { $in: [...filter.resources] } } },
    { $project: { changes: filter.ownRows ? ownChanges(filter) : sampleChanges(filter) } },
  ]);
  const changes: RowChange[] = [];
  for await (const part of parts) changes.push(...part.changes);
  return changes;
}

function toSummary({ _id, at, by }: CommitExcerpt, changes: readonly RowChange[]): TransactionSummary {
  return { cursor: String(_id), at, by, changes, counts: countChanges(changes) };
}

/** Uses the indexes: for all rows that of the change counts, for own rows those of the plots. */
function commitFilter(filter: SummaryFilter): mongoose.mongo.Filter<CommitDoc> {
  const { resources, ownRows } = filter;
  if (!ownRows) return { "sums.resource": { $in: [...resources] } };
  const plots = { $in: [...ownRows.plots] };
  const withoutPlot = resourcesWithoutPlot(filter);
  const others = withoutPlot.length > 0 ? [{ "sums.resource": { $in: withoutPlot } }] : [];
  return { $or: [{ "changes.after.PlotID": plots }, { "changes.before.PlotID": plots }, ...others] };
}

/** An expression for the changes of the own plots and of resources without plots. */
function ownChanges(filter: SummaryFilter) {
  const { plots = [], resources = [] } = filter.ownRows ?? {};
  const isOfPlots = (row: string) => ({ $in: [`$$this.${row}.PlotID`, [...plots]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [isOfPlots("after"), isOfPlots("before")] }],
  };
  return {
    $filter: { input: "$changes", cond: { $or: [{ $in: ["$$this.resource", resourcesWithoutPlot(filter)] }, isOwn] } },
  };
}

/** An expression for the first changes of each resource. */
function sampleChanges({ resources }: SummaryFilter) {
  const firstOf = (resource: string) => ({
    $slice: [{ $filter: { input: "$changes", cond: { $eq: ["$$this.resource", resource] } } }, samplesPerResource],
  });
  return { $concatArrays: resources.map(firstOf) };
}

function resourcesWithoutPlot({ resources, ownRows }: SummaryFilter): string[] {
  return resources.filter((name) => !ownRows?.resources.includes(name));
}
