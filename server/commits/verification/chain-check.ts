import type { BreakKind, ChainBreak } from "../../../shared/domain/verification.ts";
import { type AnchorDoc, createEarlierDigest, hashAnchor } from "../anchors.ts";
import type { CommitDoc } from "../commit.ts";
import { type ChainHead, readHashes } from "../commit-chain.ts";

/** Consecutive documents of a chain that are linked correctly. */
interface Segment {
  first: CommitPosition;
  last: ChainHead;
}

interface CommitPosition extends ChainHead {
  previous: string;
  /** The id of the transaction, for the report of a break. */
  commit: string;
  /** The index of the document among all that were read. */
  order: number;
}

/** A break with the index of its document among all that were read; infinite for a break without one. */
interface OrderedBreak extends ChainBreak {
  order: number;
}

/**
 * Checks the hashes and links of all commits. Its memory grows with the number of chains, not of commits, because the
 * documents of a chain are nearly always read in order.
 */
export class ChainCheck {
  readonly #breaks: OrderedBreak[] = [];
  readonly #segments = new Map<string, Segment[]>();
  readonly #earlierDigest = createEarlierDigest();
  /** The last anchored document of each chain. Its hash depends on all documents before it. */
  readonly #anchoredHeads = new Map<string, ChainHead>();
  /** Anchor hashes in records for which no anchor has been read yet. */
  readonly #missingAnchorHashes: Set<string>;
  #lastAnchor: AnchorDoc | undefined;
  #firstAnchor: AnchorDoc | undefined;
  #commitCount = 0;

  /** `recordedAnchorHashes`: hashes of anchors that records contain; "" for none. */
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
    for (const head of heads) {
      const anchored = this.#anchoredHeads.get(chainKey(head));
      if (!anchored || anchored.position < head.position) this.#anchoredHeads.set(chainKey(head), head);
    }
  }

  /**
   * Checks a document of a commit. Call it for all documents in the order of their ids. `stored` is the document as BSON.
   * Returns whether the portal wrote this content.
   */
  addCommit(stored: Buffer, doc: CommitDoc): boolean {
    const order = this.#commitCount++;
    const hashes = readHashes(stored);
    if (!hashes && doc.position === undefined) {
      this.#earlierDigest.add(stored);
      return true;
    }
    const isUnchanged = hashes !== undefined && hashes.stored === hashes.computed;
    const commit = String(doc.transaction);
    if (!isUnchanged) this.#report("Commit changed", { commit, order, ...firstRowOf(doc) });
    const { server = "", chain = 0, position = 0, previous = "", hash = "" } = doc;
    const located = { server, chain, position, previous, hash: hashes?.stored ?? hash, commit, order };
    if (isUnchanged) this.#checkAnchoredHash(located);
    this.#addToChain(located);
    return isUnchanged;
  }

  /** The breaks, in the order of the commits, and the heads of the chains that have grown since the last anchor. */
  finish(): { breaks: ChainBreak[]; newHeads: ChainHead[]; lastAnchor: AnchorDoc | undefined } {
    const newHeads: ChainHead[] = [];
    for (const [key, segments] of this.#segments) {
      segments.sort((a, b) => a.first.position - b.first.position);
      let before: ChainHead | undefined;
      for (const { first, last } of segments) {
        this.#checkLink(before, first);
        // A copy of an earlier document does not continue the chain.
        if (!before || last.position > before.position) before = last;
      }
      const anchoredPosition = this.#anchoredHeads.get(key)?.position ?? -1;
      if (before && before.position > anchoredPosition) newHeads.push(before);
    }
    for (const [key, { position }] of this.#anchoredHeads) {
      const lastPosition = this.#segments.get(key)?.at(-1)?.last.position ?? -1;
      if (lastPosition < position) this.#report("Last commits removed");
    }
    this.#checkEarlierCommits();
    const breaks = this.#breaks.sort((a, b) => a.order - b.order).map(({ order: _order, ...chainBreak }) => chainBreak);
    return { breaks, newHeads, lastAnchor: this.#lastAnchor };
  }

  /** Compares the hash of a document with the anchor that names it, if any. */
  #checkAnchoredHash({ hash, commit, order, ...head }: CommitPosition): void {
    const anchored = this.#anchoredHeads.get(chainKey(head));
    if (anchored?.position !== head.position) return;
    if (anchored.hash !== hash) this.#report("Commits replaced or reordered", { commit, order });
  }

  #addToChain(commit: CommitPosition): void {
    const key = chainKey(commit);
    const segments = this.#segments.get(key) ?? [];
    this.#segments.set(key, segments);
    const { server, chain, position, hash } = commit;
    const last = { server, chain, position, hash };
    const current = segments.at(-1);
    if (current && isLinked(current.last, commit)) current.last = last;
    else segments.push({ first: commit, last });
  }

  #checkLink(before: ChainHead | undefined, first: CommitPosition): void {
    if (!before && first.position === 0 && first.previous === "") return;
    if (before && isLinked(before, first)) return;
    const { commit, order } = first;
    const distance = first.position - (before?.position ?? -1);
    const kind = distance > 1 ? "Commit removed" : distance < 1 ? "Commit added" : "Commits replaced or reordered";
    this.#report(kind, { commit, order });
  }

  #checkEarlierCommits(): void {
    if (!this.#lastAnchor || this.#missingAnchorHashes.size > 0) this.#report("Anchor removed");
    const { count, digest } = this.#earlierDigest.finish();
    const { earlier } = this.#firstAnchor ?? {};
    if (earlier && (earlier.count !== count || earlier.digest !== digest))
      this.#report("Earlier commits changed", { order: -1 });
  }

  #report(kind: BreakKind, location: Partial<OrderedBreak> = {}): void {
    const { commit = null, resource = null, id = null, order = Number.POSITIVE_INFINITY } = location;
    this.#breaks.push({ commit, resource, id, what: kind, order });
  }
}

function isLinked(before: ChainHead, { position, previous }: CommitPosition): boolean {
  return position === before.position + 1 && previous === before.hash;
}

function chainKey({ server, chain }: Pick<ChainHead, "server" | "chain">): string {
  return `${server} ${chain}`;
}

/** The first row of a document that was changed outside the portal and may contain values of any type. */
function firstRowOf({ changes }: CommitDoc): Pick<ChainBreak, "resource" | "id"> {
  const [first] = Array.isArray(changes) ? changes : [];
  const id = Array.isArray(first?.id) ? first.id[0] : first?.id;
  return {
    resource: typeof first?.resource === "string" ? first.resource : null,
    id: typeof id === "number" ? id : null,
  };
}
