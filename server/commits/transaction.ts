import { randomUUID } from "node:crypto";
import type { MonthLockState } from "../../shared/domain/month-lock.ts";
import type { ReferenceTarget } from "../../shared/field-meta.ts";
import { createMessage } from "../../shared/messages.ts";
import { canSeePlot, canSeeRow, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, isRowOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import type { RecordEdit } from "../../shared/wire.ts";
import type { IdAllocator } from "../database/id-counters.ts";
import type { SecretChange, SecretStore } from "../database/secret-store.ts";
import { type Doc, type Filter, idOf, type RelatedRows, type Session, type Store } from "../database/store.ts";
import { conflict, type HttpError, invalidField, notFound } from "../errors.ts";
import { readLastAnchorHash } from "./anchors.ts";
import type { Actor } from "./commit.ts";
import type { StagedChange } from "./flush.ts";
import {
  type CommitSelection,
  type CommitSource,
  type CommitVisitor,
  type LastChange,
  readEditsSince,
  readLastChangeTo,
  readRowsBeforeChanges,
  type ValueChange,
  visitCommits,
} from "./row-history.ts";
import { AbandonedError, type Participant, type SharedSession } from "./shared-session.ts";

type RowValues<Row> = Readonly<Partial<Row>>;

export interface TransactionOptions {
  store: Store;
  ids: IdAllocator;
  secretStore: SecretStore;
  /** The database session of the group commit, shared by all transactions of the group. */
  sharedSession: SharedSession;
  /** This transaction as a member of the group. */
  participant: Participant;
  viewer: Viewer;
  by: Actor;
  /** Whether a second person approved the request of this transaction. */
  isApproved: boolean;
  now: Date;
  today: string;
}

/**
 * One unit of work; the units of a group share a database transaction and see the snapshot at the start of it. Writes
 * are staged here and flushed together at the end. After a write conflict the work runs again from the start, so it
 * must have no effects outside the transaction.
 */
export class Transaction {
  readonly by: Actor;
  readonly isApproved: boolean;
  readonly now: Date;
  /** The date in the society's time zone (YYYY-MM-DD). */
  readonly today: string;
  readonly viewer: Viewer;
  readonly #options: TransactionOptions;
  readonly #staged = new Map<string, StagedChange>();
  readonly #secrets = new Map<string, SecretChange>();
  readonly #lockedKeys = new Set<string>();

  constructor(options: TransactionOptions) {
    this.#options = options;
    this.by = options.by;
    this.isApproved = options.isApproved;
    this.now = options.now;
    this.today = options.today;
    this.viewer = options.viewer;
  }

  /** The row, with the changes staged so far. Throws 404 if it does not exist or the viewer may not see it. */
  async get<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<Row> {
    const staged = this.#staged.get(rowKey(resource, id));
    const row = staged ? staged.after : await this.#readRow(resource, id);
    if (!row || !canSeeRow(this.viewer, resource, row)) throw notFound(resource.label);
    if (!isRowOf(resource, row)) throw incompleteRow(resource, row);
    return row;
  }

  /**
   * The rows that match in the database, even those that the viewer may not see. Returns them with the changes staged
   * so far.
   */
  async find<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    options: { limit?: number; ignoreCase?: boolean } = {},
  ): Promise<Row[]> {
    const rows = await this.#run((session) => this.#options.store.find(resource, filter, { ...options, session }));
    return rows.flatMap((row) => {
      const staged = this.#staged.get(rowKey(resource, idOf(resource, row)));
      if (!staged) return [row];
      return staged.after && isRowOf(resource, staged.after) ? [staged.after] : [];
    });
  }

  /**
   * A row that matches in the database, with its staged changes. A row without staged changes is preferred, because a
   * staged one may no longer match. Undefined if no row matches, or only rows that are staged as deleted.
   */
  async findFirst<Row extends StoredRow>(resource: Resource<Row>, filter: Filter): Promise<Row | undefined> {
    const isStaged = (row: Row) => this.#staged.has(rowKey(resource, idOf(resource, row)));
    const [stored] = await this.#run((session) => this.#options.store.find(resource, filter, { limit: 1, session }));
    if (!stored || !isStaged(stored)) return stored;
    const stagedCount = this.staged.filter((change) => change.resource.name === resource.name).length;
    const rows = await this.find(resource, filter, { limit: stagedCount + 1 });
    return rows.find((row) => !isStaged(row)) ?? rows[0];
  }

  /**
   * The rows that match after the staged changes. `find` also returns rows with these changes, but selects them by
   * their values in the database. `filter` and `matches` must express the same condition.
   */
  async findIncludingStaged<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    matches: (row: Row) => boolean,
  ): Promise<Row[]> {
    const rows = new Map<number, Row>();
    for (const row of await this.find(resource, filter)) rows.set(idOf(resource, row), row);
    for (const { resource: stagedResource, id, after } of this.#staged.values())
      if (stagedResource.name === resource.name && after && isRowOf(resource, after)) rows.set(id, after);
    return [...rows.values()].filter(matches);
  }

  /**
   * Whether the database may have a related row with this value. False only if an earlier `get` of the group has looked
   * for one and found none. Never queries the database.
   */
  mayHaveRelatedRow(related: RelatedRows, value: unknown): boolean {
    return this.#options.sharedSession.mayHaveRelatedRow(related, value);
  }

  /**
   * Allocates `count` numbers of a number series and returns the first. A concurrent transaction that allocates numbers
   * of the same series is retried.
   */
  allocateNumbers(series: string, count = 1): Promise<number> {
    return this.#options.sharedSession.allocateNumbers(this.#options.participant, series, count);
  }

  /** Stages an insert and returns the row with its new id. */
  async insert<Row extends StoredRow>(resource: Resource<Row>, values: RowValues<Row>): Promise<Row> {
    const [row] = await this.insertMany(resource, [values]);
    if (!row) throw new Error("The insert of one row returned no row");
    return row;
  }

  /** Stages inserts and returns the rows with their new ids, in the given order. */
  insertMany<Row extends StoredRow>(resource: Resource<Row>, newRows: readonly RowValues<Row>[]): Promise<Row[]> {
    return this.insertParsed(resource, newRows);
  }

  /** Like `insertMany`, for values that the resource's schema has parsed and that have no static type. */
  async insertParsed<Row extends StoredRow>(resource: Resource<Row>, newRows: readonly Doc[]): Promise<Row[]> {
    if (newRows.length === 0) return [];
    this.#assertNotAbandoned();
    const firstId = await this.#options.ids.allocate(resource, newRows.length);
    return newRows.map((values, index) => {
      // Only the cash account is inserted with a given id. It is 1, the first that the counter allocates, so no other
      // row receives it.
      const row: Doc = { [resource.idField]: firstId + index, ...values, Version: 1 };
      if (!isRowOf(resource, row)) throw new Error(`A row of ${resource.name} lacks one of its fields`);
      const id = idOf(resource, row);
      this.#staged.set(rowKey(resource, id), { resource, id, before: null, after: row });
      return row;
    });
  }

  /**
   * Stages an update and returns the changed row. `row` must contain the changes staged so far; otherwise they are
   * lost.
   */
  update<Row extends StoredRow>(resource: Resource<Row>, row: Row, patch: RowValues<Row>): Row {
    return this.updateParsed(resource, row, patch);
  }

  /** Like `update`, for values that the resource's schema has parsed and that have no static type. */
  updateParsed<Row extends StoredRow>(resource: Resource<Row>, row: Row, patch: Doc): Row {
    const id = idOf(resource, row);
    const staged = this.#staged.get(rowKey(resource, id));
    const before = staged ? staged.before : row;
    const after = { ...row, ...patch, Version: staged ? row.Version : row.Version + 1 };
    this.#staged.set(rowKey(resource, id), { resource, id, before, after });
    return after;
  }

  /** Stages a delete. */
  remove<Row extends StoredRow>(resource: Resource<Row>, row: Row): void {
    const id = idOf(resource, row);
    const staged = this.#staged.get(rowKey(resource, id));
    if (staged?.before === null) this.#staged.delete(rowKey(resource, id));
    else this.#staged.set(rowKey(resource, id), { resource, id, before: staged?.before ?? row, after: null });
  }

  /**
   * Locks the rows until the commit: a concurrent transaction that locks, changes or deletes one of them conflicts with
   * this one, and the later of the two is retried. Throws 400 for `field` if a row does not exist, or is a plot that
   * the viewer may not see.
   */
  async lockRows(resource: ReferenceTarget, ids: readonly number[], field: string): Promise<void> {
    const unknownReference = invalidField(field, createMessage("unknown-reference", { label: resource.label }));
    const isPlot = resource.plotField === resource.idField;
    if (isPlot && !ids.every((id) => canSeePlot(this.viewer, id))) throw unknownReference;
    const isLocked = (key: string) => this.#staged.has(key) || this.#lockedKeys.has(key);
    const storedIds = [...new Set(ids)].filter((id) => !isLocked(rowKey(resource, id)));
    if (storedIds.length === 0) return;
    const { matchedCount } = await this.#run((session) =>
      this.#options.store
        .collection(resource)
        // Nobody reads the value: the write conflicts with a concurrent delete or change of the row.
        .updateMany({ _id: { $in: storedIds } }, { $set: { _holds: randomUUID() } }, { session }),
    );
    if (matchedCount !== storedIds.length) throw unknownReference;
    for (const id of storedIds) this.#lockedKeys.add(rowKey(resource, id));
  }

  /**
   * Locks the rows that these values of a row reference, except those that `before` references in the same field.
   * Throws 400 if one does not exist.
   */
  async lockReferences(resource: AnyResource, values: Doc, before: Doc = {}): Promise<void> {
    for (const [field, { target }] of resource.fields) {
      const value = values[field];
      if (target === undefined || value === undefined || value === before[field]) continue;
      const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "number");
      await this.lockRows(target, ids, field);
    }
  }

  /** The last commit that changed a field of the row to this value. */
  readLastChangeTo(resource: { name: string }, change: ValueChange): Promise<LastChange | undefined> {
    return this.#run((session) => readLastChangeTo(this.#commitSource(session), resource, change));
  }

  /** The row before each of its changes from this time on. */
  readRowsBeforeChanges(resource: { name: string }, row: { id: number; since: Date }): Promise<Doc[]> {
    return this.#run((session) => readRowsBeforeChanges(this.#commitSource(session), resource, row));
  }

  /** The latest edits of the row since this version, oldest first. */
  readEditsSince(resource: AnyResource, row: { id: number; version: number }): Promise<RecordEdit[]> {
    return this.#run((session) =>
      readEditsSince(this.#commitSource(session), resource, { ...row, viewer: this.viewer }),
    );
  }

  /** Visits the commits of users, not of jobs, in a period that change these resources, oldest first. */
  visitCommits(selection: CommitSelection, visit: CommitVisitor): Promise<void> {
    return this.#run((session) => visitCommits(this.#commitSource(session), selection, visit));
  }

  /** Stages a value of the secret store, which no record or event contains. MongoDB removes it after `expires`. */
  putSecret({ key, value, expires }: { key: string; value: unknown; expires?: Date }): void {
    this.#secrets.set(key, { key, entry: { value, expires } });
  }

  /** The value stored under the key as of the snapshot. */
  readSecret(key: string): Promise<unknown> {
    return this.#run((session) => this.#options.secretStore.read(key, session));
  }

  /** Stages the deletion of a value. If concurrent transactions delete it, one succeeds and the others are retried. */
  deleteSecret(key: string): void {
    this.#secrets.set(key, { key, entry: undefined });
  }

  /**
   * Runs a read for which there is no other method, in the snapshot of this transaction. It does not see staged
   * changes.
   */
  query<Result>(read: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#run(read);
  }

  /** The head of the chain of anchors as of the snapshot: the hash of the last one. */
  readLastAnchorHash(): Promise<string> {
    return this.#run((session) => readLastAnchorHash(this.#options.store.connection, session));
  }

  /** The last locked month as of the snapshot. */
  readMonthLock(): Promise<MonthLockState> {
    return this.#options.sharedSession.readMonthLock();
  }

  /** Acquires the month mutex for a write in a past month. Returns the last locked month as of the snapshot. */
  acquireSharedMonthMutex(): Promise<MonthLockState> {
    return this.#options.sharedSession.acquireSharedMonthMutex();
  }

  /**
   * Acquires the month mutex exclusively: concurrent transactions that wrote rows of past months conflict with this one
   * and are retried, so that they see the month lock that it sets.
   */
  acquireExclusiveMonthMutex(): Promise<void> {
    return this.#options.sharedSession.acquireExclusiveMonthMutex(this.#options.participant);
  }

  /** All staged changes, ordered by the first change of each row. */
  get staged(): StagedChange[] {
    return [...this.#staged.values()];
  }

  get secrets(): Iterable<SecretChange> {
    return this.#secrets.values();
  }

  /**
   * The keys of all rows and secrets that are written or locked here. Of the transactions that share a key, a group
   * commits only one.
   */
  get conflictKeys(): string[] {
    return [...this.#staged.keys(), ...this.#lockedKeys, ...[...this.#secrets.keys()].map((key) => `secret ${key}`)];
  }

  #run<Result>(operation: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#options.sharedSession.run(this.#options.participant, operation);
  }

  #commitSource(session: Session): CommitSource {
    return { connection: this.#options.store.connection, session };
  }

  #readRow<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<StoredRow | undefined> {
    this.#assertNotAbandoned();
    return this.#options.sharedSession.readRow(resource, id);
  }

  #assertNotAbandoned(): void {
    if (this.#options.participant.isAbandoned) throw new AbandonedError();
  }
}

/** 409 for a row that was written to the database directly and lacks a field. */
function incompleteRow(resource: AnyResource, row: Doc): HttpError {
  const field = [...resource.fields.keys()].find((name) => row[name] === undefined) ?? "";
  return conflict(createMessage("invalid-record", { record: `${resource.label} ${idOf(resource, row)}`, field }));
}

function rowKey(resource: { name: string }, id: number): string {
  return `${resource.name}:${id}`;
}
