import type { ReactNode } from "react";
import type { ShortcutKey } from "../hooks/shortcuts.ts";

/** A result of the palette: a house, receipt, page or command. */
export interface PaletteItem {
  /** Stable, and unique among all items. */
  key: string;
  /** An IconName, or the icon name of a menu item. */
  icon?: string;
  /** Replaces the icon. */
  leading?: ReactNode;
  title: string;
  /** Small text after the title. */
  hint?: ReactNode;
  /** Shown at the end of the row. */
  trailing?: ReactNode;
  /** The shortcut that does the same while the item is shown. */
  shortcut?: ShortcutKey;
  /** The address that the item opens. An item has one of `url`, `run` and `nextSearch`. */
  url?: string;
  /** Whether the address opens a dialog. What the user types before it is open is then entered into it. */
  opensDialog?: boolean;
  run?: () => void;
  /** Whether the right arrow opens actions of the item. */
  hasActions?: boolean;
  /** Continues the search with this text instead of opening something. */
  nextSearch?: string;
}

/** Items of one kind under a heading. */
export interface PaletteItemGroup {
  key: string;
  heading: string;
  /** Set when `items` are not all matches. */
  counts?: { shown: number; total: number };
  items: readonly PaletteItem[];
}
