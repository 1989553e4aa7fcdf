import { createHash } from "node:crypto";
import type mongoose from "mongoose";
import { duplicateKeyCode, isDatabaseError, toRawBytes } from "../database/connection.ts";
import type { Session } from "../database/store.ts";
import type { Log } from "../log.ts";
import { type CommitDoc, commitsCollection } from "./commit.ts";
import { type ChainLink, type CommitChains, hashDocument } from "./commit-chain.ts";

/*
 * The anchors are a chain too, which all servers share: each anchor contains the hash of the anchor before it and the
 * ends of the chains of the server that writes it, if they have grown. Therefore the hash of the last anchor depends on
 * all commits that are anchored.
 */

export const anchorsCollection = "anchors";
const intervalMs = 60_000;
const maxAttempts = 5;

export interface AnchorDoc {
  /** From 0, without gaps. */
  _id: number;
  at: Date;
  /**
   * The ends of the chains that have grown. The field cannot be renamed: stored documents and their hashes contain it.
   */
  heads: ChainLink[];
  /** The commits from before the chains; only in the first anchor. The field cannot be renamed either. */
  earlier?: UnchainedCommits;
  /** Only in an anchor that a restore has written. */
  restored?: RestoredBackup;
  /** The hash of the anchor before; "" in the first one. */
  previous: string;
  hash: string;
}

/** The commits of releases that had no chains. Their documents have no hash. */
export interface UnchainedCommits {
  count: number;
  /** SHA-256 of the documents as BSON, in the order of their ids; hexadecimal. */
  digest: string;
}

export interface RestoredBackup {
  /** When the backup was made. */
  madeAt: Date;
  /** The hash of the last anchor of the database that was replaced; "" if it had none. */
  replaced: string;
}

type Connection = Pick<mongoose.Connection, "collection">;

/** Writes the first anchor, with a digest of the commits from before the chains, unless there is an anchor. */
export async function ensureFirstAnchor(connection: Connection, now: Date): Promise<void> {
  if (await readLastAnchor(anchorsOf(connection))) return;
  const earlier = await digestUnchainedCommits(connection);
  await appendAnchor(anchorsOf(connection), { at: now, heads: [], earlier }, (last) => last === null);
}

/** The hash of the last anchor, which depends on all commits up to it; "" without an anchor. */
export async function readLastAnchorHash(connection: Connection, session?: Session): Promise<string> {
  return (await readLastAnchor(anchorsOf(connection), session))?.hash ?? "";
}

/**
 * Appends an anchor and returns its hash. If `isWanted` is false for the last anchor, appends none and returns the hash
 * of the last one. If two servers append at the same time, one of them tries again.
 */
export async function appendAnchor(
  anchors: mongoose.mongo.Collection<AnchorDoc>,
  content: Omit<AnchorDoc, "_id" | "previous" | "hash">,
  isWanted: (last: AnchorDoc | null) => boolean = () => true,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const last = await readLastAnchor(anchors);
    if (!isWanted(last)) return last?.hash ?? "";
    const anchor = { _id: last ? last._id + 1 : 0, ...content, previous: last?.hash ?? "" };
    const hash = hashDocument(anchor);
    try {
      await anchors.insertOne({ ...anchor, hash }, { writeConcern: { w: "majority" } });
      return hash;
    } catch (error) {
      if (attempt === maxAttempts || !isDatabaseError(error, duplicateKeyCode)) throw error;
    }
  }
}

/** The hash that an anchor should have. */
export function hashAnchor({ hash: _hash, ...anchor }: AnchorDoc): string {
  return hashDocument(anchor);
}

export function anchorsOf(connection: Connection): mongoose.mongo.Collection<AnchorDoc> {
  return connection.collection<AnchorDoc>(anchorsCollection);
}

/** Computes the digest of the commits from before the chains, which are added in the order of their ids. */
export function createUnchainedDigest() {
  const hash = createHash("sha256");
  let count = 0;
  return {
    /** `stored` is the document as BSON. */
    add(stored: Uint8Array): void {
      hash.update(stored);
      count++;
    },
    finish: (): UnchainedCommits => ({ count, digest: hash.digest("hex") }),
  };
}

function readLastAnchor(anchors: mongoose.mongo.Collection<AnchorDoc>, session?: Session): Promise<AnchorDoc | null> {
  return anchors.findOne({}, { sort: { _id: -1 }, session });
}

async function digestUnchainedCommits(connection: Connection): Promise<UnchainedCommits> {
  const digest = createUnchainedDigest();
  const commits = connection.collection<CommitDoc>(commitsCollection);
  for await (const stored of commits.find({ hash: { $exists: false } }, { sort: { _id: 1 }, raw: true }))
    digest.add(toRawBytes(stored));
  return digest.finish();
}

interface AnchorWriterOptions {
  connection: Connection;
  chains: CommitChains;
  now: () => Date;
  log: Log;
}

/** Anchors the chains of this server once a minute while it writes, and when it stops. */
export class AnchorWriter {
  readonly #options: AnchorWriterOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AnchorWriterOptions) {
    this.#options = options;
  }

  start(): void {
    // After a failure, the next anchor contains the same ends or later ones.
    this.#timer = setInterval(() => void this.write().catch(() => undefined), intervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write().catch((err: unknown) => this.#options.log.debug({ err }, "The last commits are not anchored"));
  }

  /** Anchors what this server has written, and returns the hash of the last anchor. */
  async write(): Promise<string> {
    const { connection, chains, now } = this.#options;
    const ends = chains.newEnds;
    const hash = await appendAnchor(anchorsOf(connection), { at: now(), heads: ends }, () => ends.length > 0);
    chains.markAnchored(ends);
    return hash;
  }
}
