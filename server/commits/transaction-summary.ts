import mongoose from "mongoose";
import type { RowChange } from "../database/store.ts";
import { type StoredChange, toRowChanges } from "./change-columns.ts";
import { type Actor, type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "./commit.ts";

/** A summary of one transaction, enough to describe it in one line. */
export interface TransactionSummary {
  /** The id of one of its commits. */
  commitId: string;
  at: Date;
  by: Actor;
  approvedBy?: Actor;
  /** Counts of the changes that match the filter. */
  counts: readonly ChangeCount[];
  /** A few changes of each resource in `counts`, at least one. */
  changes: readonly RowChange[];
}

export interface SummaryFilter {
  resources: readonly string[];
  /** Limits resources whose rows belong to plots to the rows of these plots. */
  ownRows?: {
    plotIds: readonly number[];
    resources: readonly string[];
    /** Whether the viewer can see a change of an own row. */
    isVisible: (change: RowChange) => boolean;
  };
}

const samplesPerResource = 3;

/**
 * The matching transactions, newest first; with `afterCommitId`, those older than that commit. Undefined if there is
 * no such commit. If possible, only the first part of a large transaction is read, because it
 * contains the counts of all parts.
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
          changes: filter.ownRows ? buildOwnChangesExpression(filter) : buildSampleExpression(filter),
        },
      },
    ],
    { batchSize: 50 },
  );
  for await (const commit of excerpts) {
    // Several parts of one transaction can match. They follow each other; only the first match is used.
    if (commit.transaction === previousId) continue;
    previousId = commit.transaction;
    yield filter.ownRows
      ? toSummary(commit, await readOwnChanges(commits, commit, filter))
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
async function readOwnChanges(
  commits: CommitCollection,
  { transaction, parts, changes }: CommitExcerpt,
  filter: SummaryFilter,
): Promise<RowChange[]> {
  if (parts === 1) return selectOwnChanges(changes, filter);
  const ownChanges: RowChange[] = [];
  const ownRowConditions = [
    ...buildOwnRowConditions(filter),
    { "changes.resource": { $in: listResourcesWithoutPlot(filter) } },
  ];
  for await (const part of commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, $or: ownRowConditions } },
    { $project: { changes: buildOwnChangesExpression(filter) } },
  ]))
    ownChanges.push(...selectOwnChanges(part.changes, filter));
  return ownChanges;
}

/** The visible changes of own rows, and all changes of resources without plots. */
function selectOwnChanges(changes: readonly StoredChange[], { resources, ownRows }: SummaryFilter): RowChange[] {
  return toRowChanges(changes).filter((change) => {
    if (!ownRows?.resources.includes(change.resource)) return resources.includes(change.resource);
    const isOwn = [change.before, change.after].some((row) => ownRows.plotIds.some((id) => id === row?.PlotID));
    return isOwn && ownRows.isVisible(change);
  });
}

function toSummary({ _id, at, by, approvedBy }: CommitExcerpt, changes: readonly RowChange[]): TransactionSummary {
  return { commitId: String(_id), at, by, approvedBy, changes, counts: countChanges(changes) };
}

/** Selects commits that can match. Uses the index of the change counts, or for own rows the indexes of PlotID. */
function buildCommitFilter(filter: SummaryFilter): mongoose.mongo.Filter<CommitDoc> {
  const { resources, ownRows } = filter;
  if (!ownRows) return { "sums.resource": { $in: [...resources] } };
  const withoutPlot = listResourcesWithoutPlot(filter);
  const otherConditions = withoutPlot.length > 0 ? [{ "sums.resource": { $in: withoutPlot } }] : [];
  return { $or: [...buildOwnRowConditions(filter), ...otherConditions] };
}

function buildOwnRowConditions({ ownRows }: SummaryFilter): mongoose.mongo.Filter<CommitDoc>[] {
  const inOwnPlots = { $in: [...(ownRows?.plotIds ?? [])] };
  return [{ "changes.after.PlotID": inOwnPlots }, { "changes.before.PlotID": inOwnPlots }];
}

/** An expression for the changes of own rows and of resources without plots. Columns are left as a whole. */
function buildOwnChangesExpression(filter: SummaryFilter) {
  const { plotIds = [], resources = [] } = filter.ownRows ?? {};
  const isInOwnPlot = (row: "before" | "after") => ({ $in: [`$$this.${row}.PlotID`, [...plotIds]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [isInOwnPlot("after"), isInOwnPlot("before")] }],
  };
  return {
    $filter: {
      input: "$changes",
      cond: { $or: [{ $in: ["$$this.resource", listResourcesWithoutPlot(filter)] }, { $isArray: "$$this.id" }, isOwn] },
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
