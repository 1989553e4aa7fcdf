import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { describeMonthLock, isMonthLocked, type MonthLockState } from "../../shared/domain/month-lock.ts";
import type { ReferenceTarget } from "../../shared/fields.ts";
import { createMessage, type Message } from "../../shared/messages.ts";
import { canSeeRow, isOwnPlot, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, isRowOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import { monthReport } from "../../shared/resources/month-report.ts";
import type { RecordEdit } from "../../shared/wire.ts";
import type { ReusableIds } from "../database/id-counters.ts";
import type { SecretChange, SecretStore } from "../database/secret-store.ts";
import { type Doc, type Filter, idOf, type RowChange, type Session, type Store } from "../database/store.ts";
import { conflict, type HttpError, invalidField, notFound } from "../errors.ts";
import { type Actor, actorFor, type CommitDoc, commitsCollection, systemActor } from "./commit.ts";
import type { StagedChange } from "./flush.ts";
import { firstMonthWithoutGuard, holdAllMonthGuards, listChangedMonths } from "./month-guards.ts";
import { AbandonedError, type Participant, type SharedSession } from "./shared-session.ts";

const maxEdits = 50;

type RowValues<Row> = Readonly<Partial<Row>>;

export interface TransactionOptions {
  store: Store;
  ids: ReusableIds;
  secretStore: SecretStore;
  sharedSession: SharedSession;
  participant: Participant;
  viewer: Viewer;
  by: Actor;
  /** A second person has approved what this transaction does. */
  isApproved: boolean;
  now: Date;
  today: string;
}

/**
 * One unit of work. Reads see the snapshot at its start. Writes are staged here and flushed together at the end. After
 * a write conflict the work runs again from the start, so it must have no other effects: no mail, event or counter.
 */
export class Transaction {
  readonly by: Actor;
  readonly isApproved: boolean;
  readonly now: Date;
  /** Society day. */
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

  /** The rows that match in the database, with the changes staged so far, whether the viewer may see them or not. */
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

  /** The first row that matches in the database, with the changes staged so far. */
  async findFirst<Row extends StoredRow>(resource: Resource<Row>, filter: Filter): Promise<Row | undefined> {
    const [row] = await this.find(resource, filter, { limit: 1 });
    return row;
  }

  /** The rows that match after the staged changes. `filter` and `matches` must express the same condition. */
  async findCurrent<Row extends StoredRow>(
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
   * Allocates `count` numbers of a number series and returns the first. A concurrent transaction that does so is
   * retried.
   */
  nextNumber(series: string, count = 1): Promise<number> {
    return this.#options.sharedSession.allocateNumbers(this.#options.participant, series, count);
  }

  /** Stages an insert and returns the row with its new id. */
  async insert<Row extends StoredRow>(resource: Resource<Row>, values: RowValues<Row>): Promise<Row> {
    const [row] = await this.insertMany(resource, [values]);
    if (!row) throw new Error("An insert of one row returned none");
    return row;
  }

  insertMany<Row extends StoredRow>(resource: Resource<Row>, newRows: readonly RowValues<Row>[]): Promise<Row[]> {
    return this.insertParsed(resource, newRows);
  }

  /** Like `insertMany`, for values that the resource's schema has parsed and that have no static type. */
  async insertParsed<Row extends StoredRow>(resource: Resource<Row>, newRows: readonly Doc[]): Promise<Row[]> {
    if (newRows.length === 0) return [];
    this.#assertNotAbandoned();
    const firstId = await this.#options.ids.allocate(resource, newRows.length);
    return newRows.map((values, index) => {
      // Only the cash account has a fixed id, which is at most the first allocated one.
      const id = idIn(resource, values) ?? firstId + index;
      const row: Doc = { [resource.idField]: id, ...values, Version: 1 };
      if (!isRowOf(resource, row)) throw new Error(`A row of ${resource.name} lacks one of its fields`);
      this.#staged.set(rowKey(resource, id), { resource, id, before: null, after: row });
      return row;
    });
  }

  /** Stages an update and returns the changed row. */
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
   * Locks the referenced rows until the commit, so that no other transaction deletes them. Throws 400 for `field` if a
   * row does not exist or the viewer may not see it.
   */
  async lockReferences(resource: ReferenceTarget, ids: readonly number[], field: string): Promise<void> {
    const unknownReference = invalidField(field, createMessage("unknown-reference", { label: resource.label }));
    const isPlot = resource.ownerField === resource.idField;
    if (isPlot && !ids.every((id) => isOwnPlot(this.viewer, id))) throw unknownReference;
    const storedIds = [...new Set(ids)].filter((id) => !this.#staged.has(rowKey(resource, id)));
    if (storedIds.length === 0) return;
    for (const id of storedIds) this.#lockedKeys.add(rowKey(resource, id));
    const { matchedCount } = await this.#run((session) =>
      this.#options.store
        .collection(resource)
        .updateMany({ _id: { $in: storedIds } }, { $set: { _holds: randomUUID() } }, { session }),
    );
    if (matchedCount !== storedIds.length) throw unknownReference;
  }

  /** The actor and time of the last commit that changed a field of the row to this value, and the row before it. */
  async readLastChangeTo(
    resource: { name: string },
    { id, field, value }: { id: number; field: string; value: unknown },
  ): Promise<{ by: Actor; at: Date; before: Doc | null } | undefined> {
    const changeFilter = {
      resource: resource.name,
      id,
      [`after.${field}`]: value,
      [`before.${field}`]: { $ne: value },
    };
    const commit = await this.#run((session) =>
      this.#options.store.connection
        .collection<CommitDoc>(commitsCollection)
        .findOne({ changes: { $elemMatch: changeFilter } }, { sort: { at: -1, _id: -1 }, session }),
    );
    if (!commit) return undefined;
    const rowChange = commit.changes.find((candidate) => candidate.resource === resource.name && candidate.id === id);
    return { by: commit.by, at: commit.at, before: rowChange?.before ?? null };
  }

  /** The latest edits of the row since this version, oldest first, with actors as the viewer may see them. */
  async readEditsSince(resource: AnyResource, { id, version }: { id: number; version: number }): Promise<RecordEdit[]> {
    const changeFilter = { resource: resource.name, id, "before.Version": { $gte: version } };
    const latestCommits = await this.#run((session) =>
      this.#options.store.connection
        .collection<CommitDoc>(commitsCollection)
        .find({ changes: { $elemMatch: changeFilter } }, { session })
        .sort({ at: -1, _id: -1 })
        .limit(maxEdits)
        .toArray(),
    );
    return latestCommits.reverse().map(({ by, at, changes }) => {
      const rowChanges = changes.filter((rowChange) => rowChange.resource === resource.name && rowChange.id === id);
      const fields = new Set(rowChanges.flatMap((rowChange) => listChangedFieldNames(resource, rowChange)));
      return { by: actorFor(this.viewer, by).name, at: at.toISOString(), fields: [...fields] };
    });
  }

  /** Stores a value that must not appear in a record or event. */
  putSecret({ key, value, expires }: { key: string; value: unknown; expires?: Date }): void {
    this.#secrets.set(key, { key, entry: { value, expires } });
  }

  /** The value stored under the key as of the snapshot. */
  readSecret(key: string): Promise<unknown> {
    return this.#run((session) => this.#options.secretStore.read(key, session));
  }

  /** Deletes the value. If concurrent transactions delete it, one succeeds and the others are retried. */
  deleteSecret(key: string): void {
    this.#secrets.set(key, { key, entry: undefined });
  }

  /** Reads in the snapshot of this transaction what no other method reads. Staged changes are not in it. */
  query<Result>(read: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#run(read);
  }

  /** The last locked month as of the snapshot. */
  readMonthLock(): Promise<MonthLockState> {
    return this.#options.sharedSession.readMonthLock();
  }

  /**
   * Makes concurrent transactions that write rows of past months wait or retry, so that they see the month lock that
   * this one sets.
   */
  holdMonthLock(): Promise<void> {
    return this.#run((session) => holdAllMonthGuards(this.#options.store, session));
  }

  /**
   * Throws 409 if a staged change lies in a locked month. Called at the end of the work. Writes of this month and later
   * ones need no check, because only a month that is over can be locked.
   */
  async assertMonthsOpen(): Promise<void> {
    const firstOpen = firstMonthWithoutGuard(this.now);
    const months = this.staged.flatMap(listChangedMonths).filter((month) => month < firstOpen);
    if (months.length === 0) return;
    await this.#options.sharedSession.holdMonthGuard();
    const lock = await this.readMonthLock();
    const lockedMonth = months.filter((month) => isMonthLocked(month, lock)).sort()[0];
    if (lockedMonth !== undefined) throw conflict(await this.describeLockedMonth(lockedMonth));
  }

  /** The refusal of a change in this locked month. Residents see no names. */
  async describeLockedMonth(month: string): Promise<Message> {
    const [report] = await this.find(monthReport, { Month: month, UnlockedAt: null }, { limit: 1 });
    const lock = await this.readMonthLock();
    const { By, At } = report ? { By: report.LockedBy, At: report.LockedAt } : lock;
    return describeMonthLock(month, { By: this.viewer.scope === "all" ? By : systemActor.name, At });
  }

  /** All staged changes, ordered by the first change of each row. */
  get staged(): StagedChange[] {
    return [...this.#staged.values()];
  }

  get secrets(): Iterable<SecretChange> {
    return this.#secrets.values();
  }

  /** Keys of everything written or locked here. Two units of work that share a key cannot be committed together. */
  get conflictKeys(): string[] {
    return [...this.#staged.keys(), ...this.#lockedKeys, ...[...this.#secrets.keys()].map((key) => `secret ${key}`)];
  }

  #run<Result>(operation: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#options.sharedSession.run(this.#options.participant, operation);
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

function idIn({ idField }: { idField: string }, values: Doc): number | undefined {
  const id = values[idField];
  return typeof id === "number" ? id : undefined;
}

function rowKey(resource: { name: string }, id: number): string {
  return `${resource.name}:${id}`;
}

/** The declared fields that a change modified, without `Version`. */
function listChangedFieldNames({ fields }: AnyResource, { before, after }: RowChange): string[] {
  const names = [...fields.keys()].filter((field) => field !== "Version");
  return names.filter((field) => !isDeepStrictEqual(before?.[field], after?.[field]));
}
