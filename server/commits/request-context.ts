import { societyDayAt } from "../../shared/dates.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { type Actor, systemActor } from "./commit.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import type { Transaction } from "./transaction.ts";

/** The properties of a request that apply to each of its transactions. */
export interface RequestDetails {
  viewer: Viewer;
  by: Actor;
  /** The person who approved this request. */
  approvedBy?: Actor;
  /** Runs at the start of the transaction of an approved request, after `assertAuthorized`. */
  recordApproval?: (tx: Transaction) => Promise<void>;
  /** The id of the HTTP request, or the name of the job. */
  requestId: string;
  /**
   * Rejects with 401 or 403 if the caller may not make the request any more. Called whenever the work of a transaction
   * begins, because it can wait for others or run again.
   */
  assertAuthorized?: () => Promise<void>;
  /** Set for a request that must run at most once. */
  idempotencyKey?: IdempotencyKey;
  /** Whether the request may write while free disk space is low. */
  mayWriteOnLowDisk?: boolean;
  /** Whether the work runs in its own transaction, so that other requests do not wait for it. */
  withoutGroupCommit?: boolean;
}

/** The viewer, actor and time of a request. All writes go through its `transaction`. */
export class RequestContext {
  readonly viewer: Viewer;
  readonly by: Actor;
  readonly now: Date;
  /** The day of `now` in the society's time zone. */
  readonly today: string;
  readonly #details: RequestDetails;
  readonly #groupCommit: GroupCommit;

  constructor(groupCommit: GroupCommit, details: RequestDetails) {
    this.#groupCommit = groupCommit;
    this.#details = details;
    this.viewer = details.viewer;
    this.by = details.by;
    this.now = groupCommit.now();
    this.today = societyDayAt(this.now);
  }

  /** The context of jobs, imports and seeds, which may see every row; `requestId` names the job in the commits. */
  static forSystem(groupCommit: GroupCommit, requestId: string): RequestContext {
    const viewer: Viewer = {
      UserID: 0,
      permissions: {},
      scope: "all",
      plotIds: new Set(),
      ownedFrom: new Map(),
    };
    return new RequestContext(groupCommit, { viewer, by: systemActor, requestId });
  }

  /** A copy with another actor: for instance, the user who signs in is the actor of the sign-in. */
  withActor(by: Actor): RequestContext {
    return this.#with({ by });
  }

  /**
   * A copy that runs an approved request as its requester. The current actor becomes `approvedBy`, whose rights are
   * checked as before. Its transactions begin with `recordApproval`.
   */
  asApproved(approved: Required<Pick<RequestDetails, "viewer" | "by" | "recordApproval">>): RequestContext {
    return this.#with({ ...approved, approvedBy: this.by });
  }

  /**
   * A copy for writes that are not the result of the request, such as its progress, or that continue after the
   * response: its transactions neither record the idempotency key nor check the caller's rights again.
   */
  detached(): RequestContext {
    return this.#with({ idempotencyKey: undefined, assertAuthorized: undefined });
  }

  /** A copy for small writes such as sign-in and sign-out, which are allowed until the disk is almost full. */
  allowingLowDisk(): RequestContext {
    return this.#with({ mayWriteOnLowDisk: true });
  }

  /** A copy for work on many rows: it runs in its own transaction, so that other requests do not wait for it. */
  withoutGroupCommit(): RequestContext {
    return this.#with({ withoutGroupCommit: true });
  }

  /**
   * Runs the work, then writes its rows and its commit in one database transaction. The work may run several times.
   * Throws 503 while free disk space is low (see `allowingLowDisk`), while the change stream is stale, or when write
   * conflicts do not end.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const { recordApproval } = this.#details;
    if (!recordApproval) return this.#groupCommit.run(this.#details, work);
    return this.#groupCommit.run(this.#details, async (tx) => {
      await recordApproval(tx);
      return work(tx);
    });
  }

  /** A copy with these details. Its `now` is the time at which the copy is made. */
  #with(changes: Partial<RequestDetails>): RequestContext {
    return new RequestContext(this.#groupCommit, { ...this.#details, ...changes });
  }
}
