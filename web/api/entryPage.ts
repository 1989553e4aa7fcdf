/** Consecutive entries of a list that the server sends page by page, newest first. */
export interface EntryPage<Entry> {
  data: readonly Entry[];
  /** Cursor of the next older page; null at the end. */
  next: string | null;
}

/**
 * Puts the newest page on top of the loaded entries. If the two do not overlap, entries between them are missing, so
 * the page replaces the loaded entries.
 */
export function mergeNewest<Entry>(
  loaded: EntryPage<Entry>,
  newest: EntryPage<Entry>,
  toId: (entry: Entry) => string,
): EntryPage<Entry> {
  const last = newest.data.at(-1);
  const index = last ? loaded.data.findIndex((entry) => toId(entry) === toId(last)) : -1;
  if (index < 0) return newest;
  return { data: [...newest.data, ...loaded.data.slice(index + 1)], next: loaded.next };
}
