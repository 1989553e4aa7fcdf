import { type ReactNode, useRef } from "react";
import styled, { css, keyframes } from "styled-components";
import { typography } from "../theme/theme.ts";
import type { DialogWidth } from "./Dialog.tsx";

/**
 * When a dialog closes, focuses the element that was focused before it, or the page if that element is gone. Leaves the
 * focus where the user has put it meanwhile, for example in the search box by a shortcut while the dialog faded out.
 */
export function useRestoreFocus() {
  const previousFocus = useRef<Element | null>(null);

  function rememberFocus() {
    previousFocus.current = document.activeElement;
  }

  // Radix restores the focus only to its own trigger, but these dialogs have none: the caller's state opens them.
  function restoreFocus(event: Event) {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    const element = previousFocus.current;
    if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element.focus();
    document.getElementById("content")?.focus();
  }

  return { rememberFocus, restoreFocus };
}

export const fadeIn = keyframes`
  from { opacity: 0; }
`;

const fadeOut = keyframes`
  to { opacity: 0; }
`;

export const Backdrop = styled.div`
  ${({ theme }) => css`
    position: fixed;
    inset: 0;
    z-index: ${theme.layer.dialog};
    background: ${theme.color.scrim};
    animation: ${fadeIn} ${theme.motion.dialog};

    &[data-state="closed"] {
      animation: ${fadeOut} ${theme.motion.dialog} forwards;
    }
  `}
`;

const slideUp = keyframes`
  from { opacity: 0; translate: 0 var(--slide-distance); }
`;

/**
 * The top edge does not move when the content gets higher, for example by an error message. On phones a dialog with
 * a form therefore has its full height at once.
 */
export const DialogPanel = styled.div<{ $width: DialogWidth }>`
  ${({ theme, $width }) => css`
    position: fixed;
    inset: 6dvh 0 auto;
    z-index: ${theme.layer.dialog};
    display: flex;
    flex-direction: column;
    inline-size: min(${theme.size.dialog[$width]}, calc(100vw - ${theme.space.xxl}));
    max-block-size: 90dvh;
    margin-inline: auto;
    overflow: hidden;
    border-radius: ${theme.radius.dialog};
    background: ${theme.color.surface};
    box-shadow: ${theme.shadow};
    outline: none;
    animation: ${slideUp} ${theme.motion.dialog};

    &[data-state="closed"] {
      animation: ${fadeOut} ${theme.motion.dialog} forwards;
    }

    ${theme.mobile} {
      inset-block: auto 0;
      inline-size: 100%;
      max-block-size: 92dvh;
      margin: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-block-end: env(safe-area-inset-bottom);

      &:has(form) {
        inset-block-start: 8dvh;
      }
    }
  `}
`;

export const DialogTitle = styled.h2`
  ${typography("sectionTitle")}
`;

/** The title with its numbers, such as R-12, each on one line. */
export function preventBreaksInNumbers(title: string): ReactNode {
  // Every second part is a number.
  return title
    .split(/(\S*-\d\S*)/)
    .map((part, index) => (index % 2 === 0 ? part : <NoBreak key={part}>{part}</NoBreak>));
}

const NoBreak = styled.span`
  white-space: nowrap;
`;

export const DialogDescription = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.textMuted};
`;
