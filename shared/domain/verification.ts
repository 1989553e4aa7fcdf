/** The kinds of breaks that a verification finds. Clients translate them. */
export const breakKinds = [
  "Commit changed",
  "Commit removed",
  "Commit added",
  "Commits replaced or reordered",
  "Last commits removed",
  "Earlier commits changed",
  "Anchor changed",
  "Anchor removed",
  "Row changed",
  "Row removed",
  "Row added",
] as const;

export type BreakKind = (typeof breakKinds)[number];

/** A difference between the database and its chain of commits: a change that was made outside the portal. */
export interface ChainBreak {
  /**
   * The transaction of a commit: the changed one, the one after a removed one, or the last one that wrote the row. Null
   * if there is none.
   */
  commit: string | null;
  resource: string | null;
  id: number | null;
  what: BreakKind;
}
