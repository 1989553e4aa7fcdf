import mongoose from "mongoose";
import type { RowChange } from "../database/store.ts";
import { type Actor, type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "./commit.ts";

/** An excerpt of one transaction, enough to describe it in one line. */
export interface TransactionSummary {
  /** Pass as `after` to continue behind this transaction. */
  cursor: string;
  at: Date;
  by: Actor;
  /** Of the changes that match the filter. */
  counts: readonly ChangeCount[];
  /** A few changes of each resource in `counts`, at least one. */
  changes: readonly RowChange[];
}

export interface SummaryFilter {
  resources: readonly string[];
  /** Of these resources, whose rows belong to plots, only the rows of these plots. */
  ownRows?: { plots: readonly number[]; resources: readonly string[] };
}

const samplesPerResource = 3;

/**
 * Matching transactions behind the cursor `after`, newest first. Undefined if `after` is not a valid cursor. Of a large
 * transaction only the first part is read where possible, as it holds the counts of all parts.
 */
export async function readTransactionSummaries(
  connection: mongoose.Connection,
  { filter, after }: { filter: SummaryFilter; after: string | undefined },
): Promise<AsyncIterable<TransactionSummary> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (after === undefined) return readSummaries(commits, { filter, position: [], lastTransaction: "" });
  const last =
    mongoose.isObjectIdOrHexString(after) && (await commits.findOne({ _id: new mongoose.Types.ObjectId(after) }));
  if (!last) return undefined;
  const { at, _id, transaction: lastTransaction } = last;
  const position = [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] }];
  return readSummaries(commits, { filter, position, lastTransaction });
}

type CommitCollection = mongoose.mongo.Collection<CommitDoc>;
type CommitExcerpt = mongoose.mongo.WithId<Omit<CommitDoc, "requestId" | "part">>;

interface SummaryQuery {
  filter: SummaryFilter;
  position: mongoose.mongo.Filter<CommitDoc>[];
  /** The last transaction that was read. */
  lastTransaction: string;
}

async function* readSummaries(
  commits: CommitCollection,
  { filter, position, lastTransaction }: SummaryQuery,
): AsyncGenerator<TransactionSummary> {
  let last = lastTransaction;
  const found = commits.aggregate<CommitExcerpt>(
    [
      { $match: { $and: [commitFilter(filter), ...position] } },
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
  for await (const commit of found) {
    // Several parts of one transaction may match; they follow each other.
    if (commit.transaction === last) continue;
    last = commit.transaction;
    yield filter.ownRows && commit.parts > 1
      ? toSummary(commit, await readAllChanges(commits, commit, filter))
      : await completeSummary(commits, commit, filter);
  }
}

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

/** Selects the commits by index: all rows by their counts, own rows by their plots. */
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
  const ofPlots = (row: string) => ({ $in: [`$$this.${row}.PlotID`, [...plots]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [ofPlots("after"), ofPlots("before")] }],
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
