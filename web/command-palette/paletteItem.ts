import type { ReactNode } from "react";
import type { ShortcutKey } from "../hooks/shortcuts.ts";

/** A line of the palette. */
export interface PaletteItem {
  /** Of its own among all lines, and the same as long as it means the same. */
  key: string;
  icon?: string;
  /** Instead of an icon. */
  leading?: ReactNode;
  title: string;
  hint?: ReactNode;
  trailing?: ReactNode;
  /** The key that does the same where the palette is not open. */
  shortcut?: ShortcutKey;
  /** Where it leads, which may also be a new tab; or else what it does. */
  url?: string;
  run?: () => void;
}

export interface PaletteItemGroup {
  key: string;
  heading: string;
  /** Where not all of them are shown. */
  counts?: { shown: number; count: number };
  items: readonly PaletteItem[];
}
