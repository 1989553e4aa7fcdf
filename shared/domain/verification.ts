/** The kinds of differences that a verification finds. Clients translate them. */
export const differenceKinds = [
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

export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference between the database and its chain of commits: a change that was made outside the portal. */
export interface Difference {
  /**
   * The transaction of a commit: the changed one, the one after a removed one, or the last one that wrote the row. Null
   * if there is none.
   */
  commit: string | null;
  resource: string | null;
  id: number | null;
  what: DifferenceKind;
}
