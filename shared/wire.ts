import type { z } from "zod";
import { type Columns, decodeColumns } from "./columns.ts";
import type { sessionSchema } from "./endpoints/auth.ts";
import type { dashboardData } from "./endpoints/dashboard.ts";
import type { displayData } from "./endpoints/display.ts";
import type { receiptMailProgress } from "./endpoints/payment-receipt-mail.ts";
import type { MessageCode } from "./messages.ts";
import type { MessageValues } from "./placeholders.ts";

/** The body of an error response. */
export type ErrorResponse = {
  success: false;
  message: string;
  /** The reason; `validation` when `message` is the error text of a field. */
  code: MessageCode;
  values?: MessageValues;
  /** The error text of each invalid field. */
  errors?: Readonly<Record<string, string>>;
  /** Code and values of the texts in `errors` that have them. */
  details?: Readonly<Record<string, { code: MessageCode; values?: MessageValues }>>;
  /** In a 409: the current record, or the new preview if the sent one is outdated. */
  data?: unknown;
  /** The edits since the sent Version, oldest first; only in a stale-version error. */
  changed?: readonly RecordEdit[];
};

/** How long the server answers a repeated POST with the first answer, by its Idempotency-Key. */
export const idempotencyRetentionMs = 24 * 3_600_000;

/** One edit of a record and the fields it changed. */
export interface RecordEdit extends Attribution {
  fields: readonly string[];
}

/** The name shown for changes that the server makes by itself, and to residents for all changes. */
export const officeName = "Office";

/** Who made a change, and when. */
export interface Attribution {
  /** Full name of the user; `officeName` to residents. */
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The body of a success response. */
export type SuccessResponse<Data = unknown> = {
  success: true;
  message: string;
  /** Left out where there is no message. */
  code?: MessageCode;
  values?: MessageValues;
  data: Data;
  /** Lists only: the id to pass as `after` for the next page, null at the end. */
  next?: number | null;
};

/** An entry of the user's menu. */
export interface MenuItem {
  MenuID: number;
  ParentMenuID: number;
  MenuName: string;
  /** The id of the page; `Path` is its path. */
  MenuURL: number;
  Icon: string;
  RoleID: number;
  Path: string;
  Title: string;
  /** Always true: a menu has only the pages that the user can view. */
  Permission: boolean;
  Position: number;
  SubItems: MenuItem[];
}

/** The signed-in user with permissions and menus, as GET /api/me and the `session` event send it. */
export type Session = z.output<typeof sessionSchema>;

/** A change of a record, as the `changes` event sends it. */
export interface Change {
  resource: string;
  type: "upsert" | "delete";
  id: number;
  /** A delete has it only if another list still contains the record, as the list of voided receipts does. */
  record?: Readonly<Record<string, unknown>>;
  /** Only a name that the record shows of another record has changed. Left out in protocol 1. */
  isJoined?: true;
  /** Full name of the user who made the change; `officeName` to residents. */
  by: string;
  /** UserID of this user; 0 for the server itself, and to residents. Left out in protocol 1. */
  userId?: number;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The content of a `changes` event: whole transactions in commit order. */
export interface ChangeBatch {
  cursor: string;
  changes: Change[];
}

/** One changed record of a commit, or many records of one resource as columns. */
export type ChangeSet =
  | Omit<Change, keyof CommitAttribution>
  | (Pick<Change, "resource" | "isJoined"> & { type: "upsert" } & Columns);

interface CommitAttribution extends Attribution {
  /** UserID of the user; 0 for the server itself, and to residents. Full names are not unique. */
  userId: number;
}

/** The visible changes of one transaction. */
export interface CommitChanges extends CommitAttribution {
  sets: ChangeSet[];
}

/** The content of a `changes` event of protocol 2: one entry for each transaction, in commit order. */
export interface CommitBatch {
  cursor: string;
  changes: CommitChanges[];
}

/** The version of the `changes` event that a client asks for in its handshake; 1 without one. */
export type Protocol = 1 | 2;

/** Converts a batch of protocol 2 to the same changes one by one, as in protocol 1. */
export function toChangeBatch({ cursor, changes }: CommitBatch): ChangeBatch {
  return {
    cursor,
    changes: changes.flatMap(({ sets, ...attribution }) => sets.flatMap((set) => toChanges(set, attribution))),
  };
}

function toChanges(set: ChangeSet, attribution: CommitAttribution): Change[] {
  if (!("rows" in set)) return [{ ...set, ...attribution }];
  const { common, fields, rows, ...change } = set;
  const [idField = ""] = fields;
  return decodeColumns({ common, fields, rows }).map((record) => ({
    ...change,
    id: Number(record[idField]),
    record,
    ...attribution,
  }));
}

/** The acknowledgement of a `watch` event: the resources that the client now follows, and those that it may not. */
export interface WatchAck {
  watching: string[];
  denied: string[];
  cursor: string;
}

/** The content of the dashboard; amounts in rupees. `data` has the four cards, the rest is for the charts. */
export type DashboardData = z.output<typeof dashboardData>;

/**
 * The content of a wall display: the last ten receipts, newest first, without the names of people; voided receipts and
 * those whose cheque was not paid are left out. Amounts in rupees.
 */
export type DisplayData = z.output<typeof displayData>;

/** The progress of sending receipts by mail, in numbers of receipts. */
export type MailProgress = z.output<typeof receiptMailProgress>;

/** A record that is open in a user's form. */
export interface EditedRecord {
  resource: string;
  id: number;
}

/** The page that a user is on. */
export interface PresenceLocation {
  path: string;
  editing?: EditedRecord;
  /** Identifies the window, so that after a reconnect its earlier socket does not count as another window. */
  window?: string;
}

/** The users on a page, the receiver included; each user once. */
export interface Presence {
  path: string;
  users: { username: string; fullName: string; editing?: EditedRecord }[];
  /** The records that the receiver edits in other windows; left out if there are none. */
  otherWindows?: EditedRecord[];
}

/** Messages of `connect_error`: invalid token, or too many sockets of one user. */
export const socketErrors = { unauthorized: "Unauthorized", tooMany: "Too many connections" } as const;

/** The progress of an import, in rows, or of the printing of many bills, in bills. */
export interface RunProgress {
  kind: RunKind;
  state: "running" | "done" | "failed";
  /** Full name of the user who started it. */
  by: string;
  done: number;
  total: number;
}

/** The socket's events, by direction. */
export interface ServerEvents {
  session: (session: Session) => void;
  changes: (batch: CommitBatch) => void;
  dashboard: (data: DashboardData) => void;
  wall: (wall: DisplayData) => void;
  /** Sent when there is new activity; the client reads the list again. */
  activity: () => void;
  mail: (progress: MailProgress) => void;
  import: (progress: RunProgress) => void;
  resync: (resync: { resources: string[] }) => void;
  presence: (presence: Presence) => void;
}

/** The events of clients that do not ask for protocol 2. */
export interface ServerEventsOfProtocol1 extends Omit<ServerEvents, "changes"> {
  changes: (batch: ChangeBatch) => void;
}

export interface ClientEvents {
  watch: (resources: string[], ack: (subscription: WatchAck) => void) => void;
  presence: (location: PresenceLocation) => void;
}

export const importKinds = ["plots", "receipts", "expenses", "opening-balances"] as const;

/** The kind of records in an imported spreadsheet. */
export type ImportKind = (typeof importKinds)[number];

/**
 * The kinds of runs: imports and the printing of many bills. Users who can list the records of all houses see their
 * progress.
 */
export const runKinds = [...importKinds, "bill-print"] as const;

export type RunKind = (typeof runKinds)[number];
