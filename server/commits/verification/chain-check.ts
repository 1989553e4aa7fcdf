import type { Difference, DifferenceKind } from "../../../shared/domain/verification.ts";
import { type AnchorDoc, createUnchainedDigest, hashAnchor } from "../anchors.ts";
import type { CommitDoc } from "../commit.ts";
import { type ChainLink, readHashes } from "../commit-chain.ts";

/** Consecutive documents of a chain, each linked to the one before it. */
interface Segment {
  first: ChainedDocument;
  last: ChainLink;
}

/** A document of a commit. A large commit has several, which are also consecutive documents of its chain. */
interface ChainedDocument extends ChainLink {
  /** The hash of the document before; "" in the first one. */
  previous: string;
  transactionId: string;
  /** The index of the document among all that were read. */
  order: number;
}

interface OrderedDifference extends Difference {
  /**
   * Sorts the differences: the index of the document among all that were read, -1 for the commits from before the
   * chains, infinite for other differences without a document.
   */
  order: number;
}

/**
 * Checks the hashes and links of all commits. Its memory grows with the number of chains, not of commits, because the
 * documents of a chain are nearly always read in order.
 */
export class ChainCheck {
  readonly #differences: OrderedDifference[] = [];
  readonly #segments = new Map<string, Segment[]>();
  readonly #unchainedDigest = createUnchainedDigest();
  /** The last anchored document of each chain. Its hash depends on all documents before it. */
  readonly #anchoredEnds = new Map<string, ChainLink>();
  /** Hashes that day closes and verifications contain, and that none of the anchors read so far has. */
  readonly #missingAnchorHashes: Set<string>;
  #lastAnchor: AnchorDoc | undefined;
  #firstAnchor: AnchorDoc | undefined;
  #documentCount = 0;

  /** `recordedAnchorHashes`: the hashes in day closes and verifications; "" in those from before the anchors. */
  constructor(recordedAnchorHashes: Iterable<string>) {
    this.#missingAnchorHashes = new Set(recordedAnchorHashes);
    this.#missingAnchorHashes.delete("");
  }

  /** Checks an anchor. Call it for all anchors in their order, before the commits. */
  addAnchor(anchor: AnchorDoc): void {
    const { _id, previous, hash, heads } = anchor;
    const last = this.#lastAnchor;
    if (hashAnchor(anchor) !== hash) this.#report("Anchor changed");
    else if (_id !== (last ? last._id + 1 : 0)) this.#report("Anchor removed");
    else if (previous !== (last?.hash ?? "")) this.#report("Anchor changed");
    this.#missingAnchorHashes.delete(hash);
    this.#firstAnchor ??= anchor;
    this.#lastAnchor = anchor;
    for (const end of heads) {
      const anchored = this.#anchoredEnds.get(chainKey(end));
      if (!anchored || anchored.position < end.position) this.#anchoredEnds.set(chainKey(end), end);
    }
  }

  /**
   * Checks a document of a commit. Call it for all documents in the order of their ids; a large commit has several.
   * `stored` is the document as BSON. Returns false if the content does not match its hash; true for the commits from
   * before the chains, which have none: the end of the check compares them with the first anchor.
   */
  addDocument(stored: Buffer, doc: CommitDoc): boolean {
    const order = this.#documentCount++;
    const hashes = readHashes(stored);
    if (!hashes && doc.position === undefined) {
      this.#unchainedDigest.add(stored);
      return true;
    }
    const isUnchanged = hashes !== undefined && hashes.stored === hashes.computed;
    const transactionId = String(doc.transaction);
    if (!isUnchanged) this.#report("Commit changed", { commit: transactionId, order, ...firstRowOf(doc) });
    const { server = "", chain = 0, position = 0, previous = "", hash = "" } = doc;
    const document = { server, chain, position, previous, hash: hashes?.stored ?? hash, transactionId, order };
    if (isUnchanged) this.#checkAnchoredHash(document);
    this.#addToChain(document);
    return isUnchanged;
  }

  /** The differences, in the order of the commits, and the ends of the chains that have grown since the last anchor. */
  finish(): { differences: Difference[]; newEnds: ChainLink[]; lastAnchor: AnchorDoc | undefined } {
    const newEnds: ChainLink[] = [];
    for (const [key, segments] of this.#segments) {
      segments.sort((a, b) => a.first.position - b.first.position);
      let before: ChainLink | undefined;
      for (const { first, last } of segments) {
        this.#checkLink(before, first);
        // A copy of an earlier document does not continue the chain.
        if (!before || last.position > before.position) before = last;
      }
      const anchoredPosition = this.#anchoredEnds.get(key)?.position ?? -1;
      if (before && before.position > anchoredPosition) newEnds.push(before);
    }
    for (const [key, { position }] of this.#anchoredEnds) {
      const lastPosition = this.#segments.get(key)?.at(-1)?.last.position ?? -1;
      if (lastPosition < position) this.#report("Last commits removed");
    }
    this.#checkAnchorsExist();
    this.#checkUnchainedCommits();
    const differences = this.#differences
      .sort((a, b) => a.order - b.order)
      .map(({ order: _order, ...difference }) => difference);
    return { differences, newEnds, lastAnchor: this.#lastAnchor };
  }

  /** Compares the hash of a document with the anchor that names it, if any. */
  #checkAnchoredHash(document: ChainedDocument): void {
    const anchored = this.#anchoredEnds.get(chainKey(document));
    if (anchored?.position !== document.position || anchored.hash === document.hash) return;
    const { transactionId, order } = document;
    this.#report("Commits replaced or reordered", { commit: transactionId, order });
  }

  #addToChain(document: ChainedDocument): void {
    const key = chainKey(document);
    const segments = this.#segments.get(key) ?? [];
    this.#segments.set(key, segments);
    const { server, chain, position, hash } = document;
    const last = { server, chain, position, hash };
    const current = segments.at(-1);
    if (current && isLinked(current.last, document)) current.last = last;
    else segments.push({ first: document, last });
  }

  #checkLink(before: ChainLink | undefined, first: ChainedDocument): void {
    if (!before && first.position === 0 && first.previous === "") return;
    if (before && isLinked(before, first)) return;
    const { transactionId, order } = first;
    const distance = first.position - (before?.position ?? -1);
    const kind = distance > 1 ? "Commit removed" : distance < 1 ? "Commit added" : "Commits replaced or reordered";
    this.#report(kind, { commit: transactionId, order });
  }

  #checkAnchorsExist(): void {
    // A server writes the first anchor when it starts, so that a database without one has lost it.
    if (!this.#lastAnchor || this.#missingAnchorHashes.size > 0) this.#report("Anchor removed");
  }

  /** Compares the commits from before the chains with their digest in the first anchor. */
  #checkUnchainedCommits(): void {
    const { count, digest } = this.#unchainedDigest.finish();
    const { earlier: anchored } = this.#firstAnchor ?? {};
    if (anchored && (anchored.count !== count || anchored.digest !== digest))
      this.#report("Earlier commits changed", { order: -1 });
  }

  #report(kind: DifferenceKind, location: Partial<OrderedDifference> = {}): void {
    const { commit = null, resource = null, id = null, order = Number.POSITIVE_INFINITY } = location;
    this.#differences.push({ commit, resource, id, what: kind, order });
  }
}

function isLinked(before: ChainLink, { position, previous }: ChainedDocument): boolean {
  return position === before.position + 1 && previous === before.hash;
}

function chainKey({ server, chain }: Pick<ChainLink, "server" | "chain">): string {
  return `${server} ${chain}`;
}

/** The first row of a document that was changed outside the portal and may contain values of any type. */
function firstRowOf({ changes }: CommitDoc): Pick<Difference, "resource" | "id"> {
  const [first] = Array.isArray(changes) ? changes : [];
  const id = Array.isArray(first?.id) ? first.id[0] : first?.id;
  return {
    resource: typeof first?.resource === "string" ? first.resource : null,
    id: typeof id === "number" ? id : null,
  };
}
