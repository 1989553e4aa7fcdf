import type { ReactNode } from "react";
import type { ShortcutKey } from "../hooks/shortcuts.ts";

/** An entry of the palette. */
export interface PaletteItem {
  /** Unique among all entries and stable. */
  key: string;
  icon?: string;
  /** Replaces the icon. */
  leading?: ReactNode;
  title: string;
  hint?: ReactNode;
  trailing?: ReactNode;
  /** The shortcut outside the palette. */
  shortcut?: ShortcutKey;
  /** Opens this address, optionally in a new tab; otherwise `run` is called. */
  url?: string;
  run?: () => void;
}

export interface PaletteItemGroup {
  key: string;
  heading: string;
  /** Set when some entries are left out. */
  counts?: { shown: number; count: number };
  items: readonly PaletteItem[];
}
