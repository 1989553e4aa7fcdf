import mongoose from "mongoose";
import { type Actor, type ChangeSum, type CommitDoc, commitsCollection, type RowChange, sumsOf } from "./commit.ts";

/** What one transaction did, as much of it as a line about it needs. */
export interface Doing {
  /** The place in the books, good as `after`. */
  place: string;
  at: Date;
  by: Actor;
  /** Of the changes that were asked for. */
  sums: readonly ChangeSum[];
  /** At least one of them for each resource among the sums, few of those of which there are many. */
  changes: readonly RowChange[];
}

export interface DoingsAsked {
  resources: readonly string[];
  /** Narrows to the rows of these plots: those of the resources named, whose rows belong to one. */
  owned?: { plots: readonly number[]; resources: readonly string[] };
}

const sampleOfEach = 3;

/**
 * Transactions that touched what is asked for, newest first, from the one after `after` on; undefined when that is no place
 * in the books. However large a transaction is, little of it is read: the first part holds the numbers of the whole.
 */
export async function doings(
  connection: mongoose.Connection,
  { asked, after }: { asked: DoingsAsked; after: string | undefined },
): Promise<AsyncIterable<Doing> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (after === undefined) return read(commits, { asked, place: [], told: "" });
  const last =
    mongoose.isObjectIdOrHexString(after) && (await commits.findOne({ _id: new mongoose.Types.ObjectId(after) }));
  if (!last) return undefined;
  const { at, _id, transaction: told } = last;
  const place = [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] }];
  return read(commits, { asked, place, told });
}

type Commits = mongoose.mongo.Collection<CommitDoc>;
type Shortened = mongoose.mongo.WithId<Omit<CommitDoc, "requestId" | "part">>;

interface Reading {
  asked: DoingsAsked;
  place: mongoose.mongo.Filter<CommitDoc>[];
  /** The transaction that was read last. */
  told: string;
}

async function* read(commits: Commits, { asked, place, told: before }: Reading): AsyncGenerator<Doing> {
  let told = before;
  const found = commits.aggregate<Shortened>(
    [
      { $match: { $and: [touching(asked), ...place] } },
      { $sort: { at: -1, _id: -1 } },
      {
        $project: {
          transaction: 1,
          parts: 1,
          at: 1,
          by: 1,
          sums: 1,
          changes: asked.owned ? among(asked) : sample(asked),
        },
      },
    ],
    { batchSize: 50 },
  );
  for await (const commit of found) {
    // Of a plot's rows some may be in one part and some in another, which follow each other.
    if (commit.transaction === told) continue;
    told = commit.transaction;
    yield asked.owned && commit.parts > 1
      ? doingOf(commit, await allOf(commits, commit, asked))
      : await wholeOf(commits, commit, asked);
  }
}

/** The numbers are those of the transaction, where it was not narrowed to some plots. */
async function wholeOf(commits: Commits, commit: Shortened, asked: DoingsAsked): Promise<Doing> {
  if (asked.owned) return doingOf(commit, commit.changes);
  const sums = (commit.sums ?? []).filter(({ resource }) => asked.resources.includes(resource));
  const lacking = sums.filter(({ resource }) => !commit.changes.some((change) => change.resource === resource));
  const more = commit.parts > 1 && lacking.length > 0;
  const others = more ? await allOf(commits, commit, { resources: lacking.map(({ resource }) => resource) }) : [];
  return { ...doingOf(commit, [...commit.changes, ...others]), sums };
}

/** Those of a transaction's changes that are asked for, from all of its parts. */
async function allOf(commits: Commits, { transaction }: Shortened, asked: DoingsAsked): Promise<RowChange[]> {
  const parts = commits.aggregate<Pick<CommitDoc, "changes">>([
    { $match: { transaction, "changes.resource": { $in: [...asked.resources] } } },
    { $project: { changes: asked.owned ? among(asked) : sample(asked) } },
  ]);
  const changes: RowChange[] = [];
  for await (const part of parts) changes.push(...part.changes);
  return changes;
}

function doingOf({ _id, at, by }: Shortened, changes: readonly RowChange[]): Doing {
  return { place: String(_id), at, by, changes, sums: sumsOf(changes) };
}

/** The transactions in which such changes are, each by its own index: of all rows by the sums, of some plots by their rows. */
function touching(asked: DoingsAsked): mongoose.mongo.Filter<CommitDoc> {
  const { resources, owned } = asked;
  if (!owned) return { "sums.resource": { $in: [...resources] } };
  const plots = { $in: [...owned.plots] };
  const free = freeOf(asked);
  const others = free.length > 0 ? [{ "sums.resource": { $in: free } }] : [];
  return { $or: [{ "changes.after.PlotID": plots }, { "changes.before.PlotID": plots }, ...others] };
}

/** Of a commit's changes those of the plots, and those that are of no plot. */
function among(asked: DoingsAsked) {
  const { plots = [], resources = [] } = asked.owned ?? {};
  const ofPlots = (row: string) => ({ $in: [`$$this.${row}.PlotID`, [...plots]] });
  const isOwn = {
    $and: [{ $in: ["$$this.resource", [...resources]] }, { $or: [ofPlots("after"), ofPlots("before")] }],
  };
  return { $filter: { input: "$changes", cond: { $or: [{ $in: ["$$this.resource", freeOf(asked)] }, isOwn] } } };
}

/** Of a commit's changes the first few of each resource. */
function sample({ resources }: DoingsAsked) {
  const few = (resource: string) => ({
    $slice: [{ $filter: { input: "$changes", cond: { $eq: ["$$this.resource", resource] } } }, sampleOfEach],
  });
  return { $concatArrays: resources.map(few) };
}

/** Those whose rows belong to no plot. */
function freeOf({ resources, owned }: DoingsAsked): string[] {
  return resources.filter((name) => !owned?.resources.includes(name));
}
