import type { CategoryFigures, DashboardRow, MonthFigures } from "./domain/dashboard.ts";
import type { MessageCode, MessageValues } from "./messages.ts";
import type { Permissions } from "./permissions.ts";

/** A refusal as it travels. */
export type ErrorResponse = {
  success: false;
  message: string;
  /** Names the reason; `validation` where `message` is the text of a field's schema. */
  code: MessageCode;
  values?: MessageValues;
  errors?: Readonly<Record<string, string>>;
  /** Code and values of the texts in `errors` that have them. */
  details?: Readonly<Record<string, { code: MessageCode; values?: MessageValues }>>;
  data?: unknown;
  /** What was done to the record since the Version that was sent, oldest first; only where that is why it is refused. */
  changed?: readonly RecordEdit[];
};

/** One change of a record: whose it was, when, and which fields it touched. */
export interface RecordEdit extends Attribution {
  fields: readonly string[];
}

/** Who did something, and when. */
export interface Attribution {
  /** A name; `Office` to residents. */
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** An answer as it travels. */
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

/** An entry of the menu that the server makes for a user. */
export interface MenuItem {
  MenuID: number;
  ParentMenuID: number;
  MenuName: string;
  MenuURL: number;
  Icon: string;
  RoleID: number;
  Path: string;
  Title: string;
  Permission: boolean;
  Position: number;
  SubItems: MenuItem[];
}

export interface SessionUser {
  UserID: number;
  fullName: string;
  username: string;
  /** Nothing else is allowed before the first password has been changed. */
  isFirstSignIn: boolean;
  role: { RoleID: number; roleName: string; scope: "all" | "own" };
}

/** Who is signed in and what they may do: GET /api/me and the `session` event. */
export interface Session {
  user: SessionUser;
  permissions: Permissions;
  menus: MenuItem[];
  /** Who last changed what this person may do, and when; left out where the portal did not witness it. */
  changed?: Attribution;
}

export interface Change {
  resource: string;
  type: "upsert" | "delete";
  id: number;
  /** With a delete only where the record lives on under a filter of the list, a voided receipt for instance. */
  record?: Readonly<Record<string, unknown>>;
  /** The name of who did it; `Office` to residents. */
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

export interface ChangeBatch {
  cursor: string;
  changes: Change[];
}

export interface SubscribeAck {
  watching: string[];
  denied: string[];
  cursor: string;
}

/** What the dashboard shows; amounts in rupees. `data` is fixed by contract, the rest feeds the chart and the bars. */
export interface DashboardData {
  data: DashboardRow[];
  year: number;
  months: MonthFigures[];
  /** Of the current month. */
  categories: (CategoryFigures & { CategoryName: string })[];
  /** Society day the figures are of. */
  today: string;
}

/** The last ten receipts, the newest first, as they may hang on a wall: nobody's name or address. Amounts in rupees. */
export interface WallData {
  receipts: WallReceipt[];
}

export interface WallReceipt {
  ReceiptNo: number;
  HouseNo: string;
  CategoryName: string;
  AmountPaid: number;
  /** ISO 8601 in UTC. */
  CreatedAt: string;
}

/** How many receipts of a sending are still to go, have gone, or could not. */
export interface MailProgress {
  pending: number;
  sent: number;
  failed: number;
}

/** A record that is open for change on somebody's screen. */
export interface EditedRecord {
  resource: string;
  id: number;
}

/** Where somebody says they are. */
export interface PresenceLocation {
  path: string;
  editing?: EditedRecord;
}

/** Who is on a page, the hearer too; each once, however many windows they have there. */
export interface Presence {
  path: string;
  users: { username: string; fullName: string; editing?: EditedRecord }[];
}

/** Why somebody is not let in, in `connect_error`: the token counts no more, or they have as many sockets as anybody may. */
export const socketErrors = { unauthorized: "Unauthorized", tooMany: "Too many connections" } as const;

/** How many rows of a spreadsheet are through, and whose import it is. */
export interface ImportProgress {
  kind: ImportKind;
  state: "running" | "done" | "failed";
  by: string;
  done: number;
  total: number;
}

/** The socket's events, by direction. */
export interface ServerEvents {
  session: (session: Session) => void;
  changes: (changes: ChangeBatch) => void;
  dashboard: (board: DashboardData) => void;
  wall: (wall: WallData) => void;
  /** Something that activity tells of has happened. */
  activity: () => void;
  mail: (progress: MailProgress) => void;
  import: (progress: ImportProgress) => void;
  resync: (what: { resources: string[] }) => void;
  presence: (presence: Presence) => void;
}

export interface ClientEvents {
  watch: (resources: string[], ack: (watching: SubscribeAck) => void) => void;
  presence: (whereabouts: PresenceLocation) => void;
}

export const importKinds = ["plots", "receipts", "expenses"] as const;

/** What a spreadsheet can hold. */
export type ImportKind = (typeof importKinds)[number];
