import type { ReactNode } from "react";
import type { ShortcutKey } from "../shortcuts.ts";

/** A line of the palette. */
export interface Entry {
  /** Of its own among all lines, and the same as long as it means the same. */
  key: string;
  icon?: string;
  /** Instead of an icon. */
  lead?: ReactNode;
  title: string;
  hint?: ReactNode;
  end?: ReactNode;
  /** The key that does the same where the palette is not open. */
  shortcut?: ShortcutKey;
  /** Where it leads, which may also be a new tab; or else what it does. */
  to?: string;
  run?: () => void;
}

export interface Group {
  key: string;
  heading: string;
  /** Where not all of them are shown. */
  of?: { shown: number; count: number };
  entries: readonly Entry[];
}
