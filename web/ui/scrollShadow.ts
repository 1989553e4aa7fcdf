import { type RefObject, useEffect } from "react";
import { css } from "styled-components";
import type { Theme } from "./theme/theme.ts";

/**
 * Marks the parent of the scroller with `data-hidden-start` and `data-hidden-end` while content is hidden at that end;
 * the parent shows it with `shadowAtStart` and `shadowAtEnd`.
 */
export function useScrollShadow(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    function update(): void {
      if (!element) return;
      // Negative in right-to-left pages.
      const scrolled = Math.abs(element.scrollLeft);
      element.parentElement?.toggleAttribute("data-hidden-start", scrolled > 1);
      element.parentElement?.toggleAttribute(
        "data-hidden-end",
        element.scrollWidth - element.clientWidth - scrolled > 1,
      );
    }
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [scroller]);
}

const shadowColor = ({ theme }: { theme: Theme }) => `color-mix(in srgb, ${theme.color.text} 16%, transparent)`;

const shadow = css`
  content: "";
  position: absolute;
  inset-block: 0;
  z-index: 2;
  inline-size: ${({ theme }) => theme.space.xl};
  pointer-events: none;
`;

/** For a positioned parent of a scroller. */
export const shadowAtEnd = css`
  &[data-hidden-end]::after {
    ${shadow}
    inset-inline-end: 0;
    background: linear-gradient(to right, transparent, ${shadowColor});
  }

  [dir="rtl"] &[data-hidden-end]::after {
    background: linear-gradient(to left, transparent, ${shadowColor});
  }
`;

/** For a positioned parent of a scroller. */
export const shadowAtStart = css`
  &[data-hidden-start]::before {
    ${shadow}
    inset-inline-start: 0;
    background: linear-gradient(to left, transparent, ${shadowColor});
  }

  [dir="rtl"] &[data-hidden-start]::before {
    background: linear-gradient(to right, transparent, ${shadowColor});
  }
`;
