import { FileText, type LucideIcon } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import styled, { css } from "styled-components";
import { initialIcons } from "./initialIcons.ts";
import type { layoutIcons } from "./layoutIcons.ts";
import type { lazyIcons } from "./lazyIcons.ts";

export type IconName = keyof typeof initialIcons | keyof typeof layoutIcons | keyof typeof lazyIcons;

interface IconProps {
  /** An IconName, or a menu's icon name from the server; an unknown name shows the icon `file-text`. */
  name: string;
  large?: boolean;
}

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, large = false }: IconProps) {
  const Svg = loadedIcons.get(name);
  return (
    <Frame aria-hidden="true" $large={large} $mirrored={mirroredInRtl.has(name)}>
      {Svg ? <Svg strokeWidth={strokeWidth} /> : <LazyIcon name={name} />}
    </Frame>
  );
}

/**
 * Adds icons to those of the sign-in page. Call it before any of these icons is shown: icons already on screen are not
 * rendered again.
 */
export function addIcons(icons: Readonly<Record<string, LucideIcon>>): void {
  for (const [name, svg] of Object.entries(icons)) loadedIcons.set(name, svg);
}

/** An icon that is not loaded yet; an empty svg until then. */
function LazyIcon({ name }: { name: string }) {
  const isLoaded = useSyncExternalStore(subscribe, () => isLazyLoaded);
  useEffect(() => {
    // Icons are decorative, so a failed import is ignored.
    if (!isLoaded) loadLazyIcons().catch(() => undefined);
  }, [isLoaded]);
  const Svg = loadedIcons.get(name) ?? FileText;
  return isLoaded ? <Svg strokeWidth={strokeWidth} /> : <svg aria-hidden="true" />;
}

async function loadLazyIcons(): Promise<void> {
  // The layout adds `layoutIcons` itself; on a page without it they are still missing.
  const [{ layoutIcons }, { lazyIcons }] = await Promise.all([import("./layoutIcons.ts"), import("./lazyIcons.ts")]);
  addIcons({ ...layoutIcons, ...lazyIcons });
  isLazyLoaded = true;
  for (const notify of listeners) notify();
}

const strokeWidth = 1.75;

const loadedIcons = new Map<string, LucideIcon>(Object.entries(initialIcons));

const listeners = new Set<() => void>();

let isLazyLoaded = false;

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

// Icons that point in the reading direction. Trend arrows do not.
const mirroredInRtl = new Set([
  "arrow-left",
  "arrow-right",
  "chevron-left",
  "chevron-right",
  "panel-close",
  "panel-open",
  "logout",
  "undo",
]);

/** The logo: a roof and a tick in a frame. */
export function Logo() {
  return (
    <Mark viewBox="0 0 30 30" aria-hidden="true">
      <rect x="1" y="1" width="28" height="28" rx="4" />
      <path d="M7 14.5 15 7l8 7.5-8.5 8-4.5-4.5" />
    </Mark>
  );
}

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

const Mark = styled.svg`
  flex: none;
  inline-size: ${({ theme }) => theme.size.logo}px;
  block-size: ${({ theme }) => theme.size.logo}px;
  fill: none;
  stroke: ${({ theme }) => theme.color.accent};
  stroke-width: 2;
`;
