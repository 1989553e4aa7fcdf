import type { CategoryFigures, DashboardRow, MonthFigures } from "./domain/periods.ts";
import type { Permissions } from "./permissions.ts";

/** A refusal as it travels. */
export type Refusal = {
  success: false;
  message: string;
  errors?: Readonly<Record<string, string>>;
  data?: unknown;
};

/** An answer as it travels. */
export type Answer<Data = unknown> = {
  success: true;
  message: string;
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

export interface Changes {
  cursor: string;
  changes: Change[];
}

export interface Watching {
  watching: string[];
  denied: string[];
  cursor: string;
}

/** What the dashboard shows; amounts in rupees. `data` is fixed by contract, the rest feeds the chart and the bars. */
export interface DashboardBoard {
  data: DashboardRow[];
  year: number;
  months: MonthFigures[];
  /** Of the current month. */
  categories: (CategoryFigures & { CategoryName: string })[];
  /** Society day the figures are of. */
  today: string;
}

/** How many receipts of a sending are still to go, have gone, or could not. */
export interface MailProgress {
  pending: number;
  sent: number;
  failed: number;
}

/** The socket's events, by direction. */
export interface ServerEvents {
  session: (session: Session) => void;
  changes: (changes: Changes) => void;
  dashboard: (board: DashboardBoard) => void;
  mail: (progress: MailProgress) => void;
  resync: (what: { resources: string[] }) => void;
}

export interface ClientEvents {
  watch: (resources: string[], ack: (watching: Watching) => void) => void;
}
