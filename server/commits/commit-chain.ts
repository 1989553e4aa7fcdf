import { createHash } from "node:crypto";
import mongoose from "mongoose";
import type { CommitDoc } from "./commit.ts";

/*
 * Each commit document contains the hash of the one before it in its chain. Transactions of a server that run at the
 * same time write different chains, so that none waits for another. Anchors (anchors.ts) join the chains of all
 * servers.
 */

/** The place and hash of a commit document in its chain. */
export interface ChainLink {
  /** Id of the server that writes the chain. */
  server: string;
  /** The number of the chain among those of its server, from 0. */
  chain: number;
  /** The position of the document in its chain, from 0. */
  position: number;
  hash: string;
}

/** The chains of this server. */
export class CommitChains {
  readonly #serverId: string;
  /** Chains that no transaction is writing. The one that was used last is used next. */
  #idle: CommitChain[] = [];
  #chainCount = 0;
  /** The last links of the chains that have grown since they were anchored, by the number of the chain. */
  #newEnds = new Map<number, ChainLink>();

  constructor(serverId: string) {
    this.#serverId = serverId;
  }

  /**
   * Runs a transaction with a chain of its own. If the transaction fails while it is being committed, its chain ends,
   * because its last documents may or may not exist.
   */
  async runWithChain<Result>(runTransaction: (chain: CommitChain) => Promise<Result>): Promise<Result> {
    // Held here, because `reset` may replace both during the transaction: a chain from before the reset must not get into
    // the new ones.
    const [idle, newEnds] = [this.#idle, this.#newEnds];
    const chain = idle.pop() ?? new CommitChain(this.#serverId, this.#chainCount++);
    try {
      const result = await runTransaction(chain);
      const end = chain.confirm();
      if (end) newEnds.set(end.chain, end);
      return result;
    } finally {
      if (!chain.isUncertain) idle.push(chain);
    }
  }

  /** Starts new chains. Called when the database may have been replaced by a restore. */
  reset(): void {
    this.#idle = [];
    this.#newEnds = new Map();
  }

  /** The last links of the chains that have grown since they were anchored. */
  get newEnds(): ChainLink[] {
    return [...this.#newEnds.values()];
  }

  /** Records that an anchor contains these ends of chains. */
  markAnchored(ends: readonly ChainLink[]): void {
    for (const end of ends) if (this.#newEnds.get(end.chain) === end) this.#newEnds.delete(end.chain);
  }
}

/** A chain, which one transaction at a time writes. */
export class CommitChain {
  readonly #server: string;
  readonly #chainNumber: number;
  /** The last document that is committed. */
  #end: ChainLink | undefined;
  /** The last document of the current try of the transaction, which may be rolled back. */
  #tentativeEnd: ChainLink | undefined;
  #isUncertain = false;

  constructor(server: string, chainNumber: number) {
    this.#server = server;
    this.#chainNumber = chainNumber;
  }

  /** The transaction may or may not have been committed. */
  get isUncertain(): boolean {
    return this.#isUncertain;
  }

  /** Runs one try of the transaction up to its commit. The tries before it were rolled back. */
  async runTry<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#tentativeEnd = this.#end;
    this.#isUncertain = false;
    const result = await work();
    this.#isUncertain = this.#tentativeEnd !== this.#end;
    return result;
  }

  /** Appends the documents of this try to the chain. */
  link(docs: readonly CommitDoc[]): CommitDoc[] {
    return docs.map((doc) => {
      const { hash: previous, position } = this.#tentativeEnd ?? { hash: "", position: -1 };
      // Assigned here, so that the hash covers it: the audit is ordered by time and id.
      const _id = new mongoose.mongo.ObjectId();
      const linked = { _id, ...doc, chain: this.#chainNumber, position: position + 1, previous };
      const hash = hashDocument(linked);
      this.#tentativeEnd = { server: this.#server, chain: this.#chainNumber, position: linked.position, hash };
      return { ...linked, hash };
    });
  }

  /** The transaction was committed. Returns the new end of the chain if it has grown. */
  confirm(): ChainLink | undefined {
    const end = this.#tentativeEnd === this.#end ? undefined : this.#tentativeEnd;
    this.#end = this.#tentativeEnd;
    this.#isUncertain = false;
    return end;
  }
}

/** Larger than MongoDB's limit for a document. Only the part of the buffer that is used takes memory. */
const serializationBuffer = Buffer.allocUnsafeSlow(17 * 1024 ** 2);
const lengthBytes = 4;

/** The hash of a document: SHA-256 of its fields as BSON, as hexadecimal digits. */
export function hashDocument(doc: object): string {
  // The driver uses the same options when it sends a command.
  const terminatorIndex = mongoose.mongo.BSON.serializeWithBufferAndIndex(doc, serializationBuffer, {
    ignoreUndefined: false,
  });
  return hashBytes(serializationBuffer.subarray(lengthBytes, terminatorIndex));
}

/** The BSON of the field `hash` before its value: type, name, and the length of the text. */
const hashFieldStart = Buffer.from("\x02hash\0\x41\0\0\0", "latin1");
const hashLength = 64;

/**
 * The hash in a stored document, and the hash computed from its other fields; undefined if its last field is no hash.
 */
export function readHashes(stored: Buffer): { stored: string; computed: string } | undefined {
  // The hash is followed by the end of the text and the end of the document, one byte each.
  const hashStart = stored.length - 2 - hashLength;
  const fieldsEnd = hashStart - hashFieldStart.length;
  if (fieldsEnd <= lengthBytes || !hashFieldStart.equals(stored.subarray(fieldsEnd, hashStart))) return undefined;
  return {
    stored: stored.toString("latin1", hashStart, hashStart + hashLength),
    computed: hashBytes(stored.subarray(lengthBytes, fieldsEnd)),
  };
}

function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
