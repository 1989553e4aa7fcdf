import type { ReactNode } from "react";
import type { ShortcutKey } from "../hooks/shortcuts.ts";

/** A result of the palette: a house, receipt, page or command. */
export interface PaletteItem {
  /** Stable, and unique among all items. */
  key: string;
  icon?: string;
  /** Replaces the icon. */
  leading?: ReactNode;
  title: string;
  hint?: ReactNode;
  trailing?: ReactNode;
  /** The shortcut outside the palette. */
  shortcut?: ShortcutKey;
  /** The address that the item opens. An item without one calls `run`. */
  url?: string;
  run?: () => void;
}

export interface PaletteItemGroup {
  key: string;
  heading: string;
  /** Set when not all items are shown. */
  counts?: { shown: number; total: number };
  items: readonly PaletteItem[];
}
