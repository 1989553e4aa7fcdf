import {
  ArrowLeft,
  ArrowRight,
  Check,
  CircleAlert,
  Eye,
  EyeOff,
  FileText,
  Info,
  Languages,
  LockKeyhole,
  type LucideIcon,
  Moon,
  RefreshCw,
  Search,
  Sun,
} from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import styled, { css } from "styled-components";
import type { moreIcons } from "./moreIcons.ts";

export type IconName = keyof typeof initialIcons | keyof typeof moreIcons;

interface IconProps {
  /** A name of ours or one stored with a menu on the server; an unknown one shows a plain sheet. */
  name: string;
  large?: boolean;
}

/** A decorative icon: the words beside it, or the name of its button, carry the meaning. */
export function Icon({ name, large = false }: IconProps) {
  const Glyph = glyphs.get(name);
  return (
    <Frame aria-hidden="true" $large={large} $mirrored={mirroredInRtl.has(name)}>
      {Glyph ? <Glyph strokeWidth={strokeWidth} /> : <LazyIcon name={name} />}
    </Frame>
  );
}

/** Adds icons to those that are there from the beginning. */
export function addIcons(icons: Readonly<Record<string, LucideIcon>>): void {
  for (const [name, glyph] of Object.entries(icons)) glyphs.set(name, glyph);
  allLoaded = true;
  for (const notify of listeners) notify();
}

/** One that pages without the menu beside them do not begin with: its place is kept until it is here. */
function LazyIcon({ name }: { name: string }) {
  const all = useSyncExternalStore(subscribe, () => allLoaded);
  useEffect(() => {
    // What cannot be fetched stays out: the words beside an icon carry the meaning.
    if (!all) void import("./moreIcons.ts").catch(() => undefined);
  }, [all]);
  const Glyph = glyphs.get(name) ?? FileText;
  return all ? <Glyph strokeWidth={strokeWidth} /> : <svg aria-hidden="true" />;
}

const strokeWidth = 1.75;

const initialIcons = {
  "arrow-left": ArrowLeft,
  "arrow-right": ArrowRight,
  check: Check,
  "circle-alert": CircleAlert,
  eye: Eye,
  "eye-off": EyeOff,
  "file-text": FileText,
  info: Info,
  languages: Languages,
  lock: LockKeyhole,
  moon: Moon,
  refresh: RefreshCw,
  search: Search,
  sun: Sun,
};

const glyphs = new Map<string, LucideIcon>(Object.entries(initialIcons));
const listeners = new Set<() => void>();
let allLoaded = false;

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

// These point along the line of reading; trend arrows keep their direction.
const mirroredInRtl = new Set([
  "arrow-left",
  "arrow-right",
  "chevron-right",
  "panel-close",
  "panel-open",
  "logout",
  "undo",
]);

const Frame = styled.span<{ $large: boolean; $mirrored: boolean }>`
  display: inline-grid;
  flex: none;
  place-items: center;

  svg {
    inline-size: ${({ theme, $large }) => ($large ? theme.size.iconLarge : theme.size.icon)}px;
    block-size: ${({ theme, $large }) => ($large ? theme.size.iconLarge : theme.size.icon)}px;
  }

  ${({ $mirrored }) =>
    $mirrored &&
    css`
      [dir="rtl"] & {
        transform: scaleX(-1);
      }
    `}
`;
