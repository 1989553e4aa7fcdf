import type { AuditRecord } from "../../../shared/endpoints/audit.ts";

/** Entries without a gap, newest first, and where those before them begin. */
export interface AuditPage {
  data: readonly AuditRecord[];
  /** Null at the end of the books. */
  next: string | null;
}

/** What of the newest page is not known yet. */
export function findNewEntries(known: AuditPage, newest: AuditPage): readonly AuditRecord[] {
  const ids = new Set(known.data.map(({ AuditID }) => AuditID));
  return newest.data.filter(({ AuditID }) => !ids.has(AuditID));
}

/** The newest page with what is known below it; alone where more has happened than it holds. */
export function mergeNewest(known: AuditPage, newest: AuditPage): AuditPage {
  const last = newest.data.at(-1);
  const at = known.data.findIndex(({ AuditID }) => AuditID === last?.AuditID);
  if (at < 0) return newest;
  return { data: [...newest.data, ...known.data.slice(at + 1)], next: known.next };
}

export function appendOlder(known: AuditPage, older: AuditPage): AuditPage {
  const ids = new Set(known.data.map(({ AuditID }) => AuditID));
  return { data: [...known.data, ...older.data.filter(({ AuditID }) => !ids.has(AuditID))], next: older.next };
}
