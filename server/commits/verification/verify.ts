import mongoose from "mongoose";
import type { Difference } from "../../../shared/domain/verification.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { verification } from "../../../shared/resources/verification.ts";
import { readAtSnapshot, toRawBytes } from "../../database/connection.ts";
import { searchWordField } from "../../database/search-words.ts";
import type { RowChange, Session, StoredDoc } from "../../database/store.ts";
import { anchorsOf, appendAnchor, type RestoredBackup, type UnchainedCommits } from "../anchors.ts";
import { type StoredChange, toRowChanges } from "../change-columns.ts";
import { type CommitDoc, commitsCollection } from "../commit.ts";
import { ChainCheck } from "./chain-check.ts";
import { containsValues, RowCheck, versionRankOf } from "./row-check.ts";

/** More differences are counted and not listed. */
const maxListedDifferences = 100;
/** Fields that contain the hash of the anchor that was the last one when the record was written. */
const anchorHashFields = [
  { collection: verification.name, field: "Head" },
  { collection: dayClose.name, field: "ChainHead" },
] as const;
/** Documents per reply of the database. Between two replies this process can answer requests. */
const batchSize = 200;

export interface VerificationResult {
  /** How many commits were read. */
  commitCount: number;
  /** The hash of the last anchor, which depends on all commits up to it. */
  head: string;
  /** The first differences: those of commits and anchors in their order, then those of rows. */
  differences: Difference[];
  differenceCount: number;
  /** The commits from before the chains; one digest covers them all. */
  unchained: UnchainedCommits | undefined;
  /** The restored backups, as anchors record them. */
  restoredBackups: readonly RestoredBackup[];
}

interface VerifyOptions {
  connection: mongoose.Connection;
  resources: readonly AnyResource[];
  now: () => Date;
}

/**
 * Compares the commits with their chain and anchors, and the rows of all resources with the commits, as of one
 * snapshot. If nothing differs, commits that are in no anchor yet are anchored.
 */
export async function verifyDatabase({ connection, resources, now }: VerifyOptions): Promise<VerificationResult> {
  const { result } = await readAtSnapshot(connection, (session) => verifySnapshot({ connection, resources, session }));
  const { newEnds, lastAnchor, ...verification } = result;
  const shouldAnchor = newEnds.length > 0 && verification.differenceCount === 0;
  const head = shouldAnchor
    ? await appendAnchor(anchorsOf(connection), { at: now(), heads: newEnds })
    : (lastAnchor?.hash ?? "");
  return { ...verification, head };
}

interface SnapshotOptions extends Omit<VerifyOptions, "now"> {
  session: Session;
}

async function verifySnapshot({ connection, resources, session }: SnapshotOptions) {
  const chainCheck = new ChainCheck(await readRecordedAnchorHashes({ connection, session }));
  const rowCheck = new RowCheck();
  const { unchained, restoredBackups } = await readAnchors({ connection, session }, chainCheck);
  const commitCount = await readCommits({ connection, session }, { chainCheck, rowCheck });
  const { differences, newEnds, lastAnchor } = chainCheck.finish();
  let differenceCount = differences.length;
  const onDifference = async ({ row, ...found }: RowDifference) => {
    // Unlisted differences are counted without the check below: for very many rows, it could outlast the snapshot.
    if (differenceCount >= maxListedDifferences) return void differenceCount++;
    const last = await findLastChange({ connection, session }, found);
    // A later release may have added fields inside a list or an object of the row, which its last commit lacks.
    if (found.what === "Row changed" && last?.after && containsValues(row, last.after)) return;
    differenceCount++;
    differences.push({ commit: last?.commit ?? null, ...found });
  };
  for (const { name, derivedFrom } of resources)
    if (!derivedFrom) await compareRows({ connection, session, resource: name }, { rowCheck, onDifference });
  return {
    commitCount,
    differences: differences.slice(0, maxListedDifferences),
    differenceCount,
    newEnds,
    lastAnchor,
    unchained,
    restoredBackups,
  };
}

interface RowDifference {
  resource: string;
  id: number;
  what: Difference["what"];
  row: StoredDoc | undefined;
}

type Snapshot = Pick<SnapshotOptions, "connection" | "session">;

/** The anchor hashes that earlier verifications and day closes contain. */
async function readRecordedAnchorHashes({ connection, session }: Snapshot): Promise<string[]> {
  const hashes: string[] = [];
  for (const { collection, field } of anchorHashFields)
    hashes.push(
      ...(await connection
        .collection(collection)
        .find({}, { session })
        .map((row) => String(row[field] ?? ""))
        .toArray()),
    );
  return hashes;
}

async function readAnchors({ connection, session }: Snapshot, chainCheck: ChainCheck) {
  let unchained: UnchainedCommits | undefined;
  const restoredBackups: RestoredBackup[] = [];
  for await (const anchor of anchorsOf(connection).find({}, { session, sort: { _id: 1 } })) {
    chainCheck.addAnchor(anchor);
    unchained ??= anchor.earlier;
    if (anchor.restored) restoredBackups.push(anchor.restored);
  }
  return { unchained, restoredBackups };
}

/** Reads all commits; returns how many. */
async function readCommits(
  { connection, session }: Snapshot,
  { chainCheck, rowCheck }: { chainCheck: ChainCheck; rowCheck: RowCheck },
): Promise<number> {
  const documents = connection
    .collection(commitsCollection)
    .find({}, { session, sort: { _id: 1 }, raw: true, batchSize });
  let count = 0;
  for await (const document of documents) {
    const stored = toRawBytes(document);
    // A document that was changed outside the portal can have any type: its values are checked before they are used.
    const doc = mongoose.mongo.BSON.deserialize(stored) as CommitDoc;
    const isTrusted = chainCheck.addDocument(stored, doc);
    for (const change of isTrusted ? toRowChanges(doc.changes) : readUntrustedChanges(doc.changes))
      rowCheck.apply(change, isTrusted);
    // A large commit has several documents.
    if (doc.part === 0) count++;
  }
  return count;
}

/** The changes of a commit that was changed outside the portal, as far as they can be read. */
function readUntrustedChanges(changes: readonly StoredChange[]): RowChange[] {
  try {
    return toRowChanges(changes).filter(({ id, resource }) => typeof id === "number" && typeof resource === "string");
  } catch {
    return [];
  }
}

/** Calls `onDifference` for each row that differs from its last change in the commits. */
async function compareRows(
  { connection, session, resource }: Snapshot & { resource: string },
  { rowCheck, onDifference }: { rowCheck: RowCheck; onDifference: (found: RowDifference) => Promise<void> },
): Promise<void> {
  // Commits do not contain the search words.
  const projection = { [searchWordField]: 0 };
  const rows = connection.collection<StoredDoc>(resource).find({}, { session, batchSize, projection });
  for await (const row of rows) {
    const what = rowCheck.compare(resource, row);
    if (what) await onDifference({ resource, id: row._id, what, row });
  }
  for (const id of rowCheck.missingIds(resource))
    await onDifference({ resource, id, what: "Row removed", row: undefined });
}

/** The last change of a row and its transaction. */
async function findLastChange(
  { connection, session }: Snapshot,
  { resource, id }: { resource: string; id: number },
): Promise<(RowChange & { commit: string }) | undefined> {
  let last: (RowChange & { commit: string }) | undefined;
  const commits = connection.collection<CommitDoc>(commitsCollection);
  for await (const { transaction, changes } of commits.find({ changes: { $elemMatch: { resource, id } } }, { session }))
    for (const change of toRowChanges(changes))
      if (change.resource === resource && change.id === id && (!last || versionRankOf(change) > versionRankOf(last)))
        last = { ...change, commit: transaction };
  return last;
}
