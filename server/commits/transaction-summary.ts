import mongoose from "mongoose";
import {
  type Actor,
  type ChangeCount,
  type CommitDoc,
  commitsCollection,
  countChanges,
  type RowChange,
} from "./commit.ts";

/** What one transaction did, as much of it as a line about it needs. */
export interface TransactionSummary {
  /** The place in the books, good as `after`. */
  cursor: string;
  at: Date;
  by: Actor;
  /** Of the changes that were asked for. */
  counts: readonly ChangeCount[];
  /** At least one of them for each resource among the sums, few of those of which there are many. */
  changes: readonly RowChange[];
}

export interface SummaryFilter {
  resources: readonly string[];
  /** Narrows to the rows of these plots: those of the resources named, whose rows belong to one. */
  ownRows?: { plots: readonly number[]; resources: readonly string[] };
}

const samplesPerResource = 3;

/**
 * Transactions that touched what is asked for, newest first, from the one after `after` on; undefined when that is no place
 * in the books. However large a transaction is, little of it is read: the first part holds the numbers of the whole.
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
  /** The transaction that was read last. */
  lastTransaction: string;
}

async function* readSummaries(
  commits: CommitCollection,
  { filter, position, lastTransaction: before }: SummaryQuery,
): AsyncGenerator<TransactionSummary> {
  let told = before;
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
    // Of a plot's rows some may be in one part and some in another, which follow each other.
    if (commit.transaction === told) continue;
    told = commit.transaction;
    yield filter.ownRows && commit.parts > 1
      ? toSummary(commit, await readAllChanges(commits, commit, filter))
      : await completeSummary(commits, commit, filter);
  }
}

/** The numbers are those of the transaction, where it was not narrowed to some plots. */
async function completeSummary(
  commits: CommitCollection,
  commit: CommitExcerpt,
  asked: SummaryFilter,
): Promise<TransactionSummary> {
  if (asked.ownRows) return toSummary(commit, commit.changes);
  const counts = (commit.sums ?? []).filter(({ resource }) => asked.resources.includes(resource));
  const lacking = counts.filter(({ resource }) => !commit.changes.some((change) => change.resource === resource));
  const more = commit.parts > 1 && lacking.length > 0;
  const others = more
    ? await readAllChanges(commits, commit, { resources: lacking.map(({ resource }) => resource) })
    : [];
  return { ...toSummary(commit, [...commit.changes, ...others]), counts };
}

/** Those of a transaction's changes that are asked for, from all of its parts. */
async function readAllChanges(
  commits: CommitCollection,
  { transaction }: CommitExcerpt,
  asked: SummaryFilter,
): Promise<RowChange[]> {
  const parts = commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, "changes.resource": { $in: [...asked.resources] } } },
    { $project: { changes: asked.ownRows ? ownChanges(asked) : sampleChanges(asked) } },
  ]);
  const changes: RowChange[] = [];
  for await (const part of parts) changes.push(...part.changes);
  return changes;
}

function toSummary({ _id, at, by }: CommitExcerpt, changes: readonly RowChange[]): TransactionSummary {
  return { cursor: String(_id), at, by, changes, counts: countChanges(changes) };
}

/** The transactions in which such changes are, each by its own index: of all rows by the sums, of some plots by their rows. */
function commitFilter(asked: SummaryFilter): mongoose.mongo.Filter<CommitDoc> {
  const { resources, ownRows } = asked;
  if (!ownRows) return { "sums.resource": { $in: [...resources] } };
  const plots = { $in: [...ownRows.plots] };
  const free = resourcesWithoutPlot(asked);
  const others = free.length > 0 ? [{ "sums.resource": { $in: free } }] : [];
  return { $or: [{ "changes.after.PlotID": plots }, { "changes.before.PlotID": plots }, ...others] };
}

/** Of a commit's changes those of the plots, and those that are of no plot. */
function ownChanges(asked: SummaryFilter) {
  const { plots = [], resources = [] } = asked.ownRows ?? {};
  const ofPlots = (row: string) => ({ $in: [`$$this.${row}.PlotID`, [...plots]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [ofPlots("after"), ofPlots("before")] }],
  };
  return {
    $filter: { input: "$changes", cond: { $or: [{ $in: ["$$this.resource", resourcesWithoutPlot(asked)] }, isOwn] } },
  };
}

/** Of a commit's changes the first few of each resource. */
function sampleChanges({ resources }: SummaryFilter) {
  const few = (resource: string) => ({
    $slice: [{ $filter: { input: "$changes", cond: { $eq: ["$$this.resource", resource] } } }, samplesPerResource],
  });
  return { $concatArrays: resources.map(few) };
}

/** Those whose rows belong to no plot. */
function resourcesWithoutPlot({ resources, ownRows }: SummaryFilter): string[] {
  return resources.filter((name) => !ownRows?.resources.includes(name));
}
