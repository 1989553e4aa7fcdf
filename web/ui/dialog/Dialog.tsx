import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import styled, { css, keyframes } from "styled-components";
import { IconButton } from "../button/Button.tsx";
import { typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown below the title; screen readers read it with the title. */
  description?: ReactNode;
  /** Shown before the title, for example the badge of a house. */
  leading?: ReactNode;
  width?: DialogWidth;
  children: ReactNode;
}

export type DialogWidth = "s" | "m" | "l";

/** A modal dialog with a title. On phones it is a sheet at the bottom. */
export function Dialog({ open, onOpenChange, title, description, leading, width = "m", children }: DialogProps) {
  const texts = useUiTexts();
  const hasDescription = description !== undefined;
  return (
    <Modal open={open} onOpenChange={onOpenChange} hasDescription={hasDescription} onOpenAutoFocus={focusFirstField}>
      <DialogPanel $width={width}>
        <Head>
          <Titles>
            {leading}
            <Radix.Title asChild>
              <DialogTitle>{title}</DialogTitle>
            </Radix.Title>
          </Titles>
          {hasDescription && (
            <Radix.Description asChild>
              <DialogDescription as="div">{description}</DialogDescription>
            </Radix.Description>
          )}
        </Head>
        <Body>{children}</Body>
        {/* Last in the DOM, so that the first field gets the focus. */}
        <Corner>
          <Radix.Close asChild>
            <IconButton icon="x" label={texts.close} />
          </Radix.Close>
        </Corner>
      </DialogPanel>
    </Modal>
  );
}

/** Focuses the first editable field; Radix would also choose a read-only one. */
function focusFirstField(event: Event) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  const field = panel.querySelector<HTMLElement>(editableFieldSelector);
  if (!field) return;
  event.preventDefault();
  field.focus();
}

// In a radio group only the checked button can take the focus.
const editableFieldSelector =
  "input:not([readonly], [disabled], [type=radio]:not(:checked)), select, textarea:not([readonly])";

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the content has a Radix.Description. Without one, Radix requires an explicit empty `aria-describedby`. */
  hasDescription?: boolean;
  /** To set the initial focus differently, call `preventDefault` on the event. */
  onOpenAutoFocus?: (event: Event) => void;
  /** Returns true if it has set the focus; otherwise the previously focused element gets it back. */
  onCloseAutoFocus?: (event: Event) => boolean;
  children: ReactNode;
}

/** A backdrop and a focus trap around a panel; closes on Esc. */
export function Modal({ hasDescription = false, onOpenAutoFocus, onCloseAutoFocus, children, ...state }: ModalProps) {
  const { handleOpenAutoFocus, handleCloseAutoFocus } = useRestoreFocus();

  function handleOpen(event: Event) {
    handleOpenAutoFocus();
    onOpenAutoFocus?.(event);
  }

  function handleClose(event: Event) {
    if (!onCloseAutoFocus?.(event)) handleCloseAutoFocus(event);
  }

  return (
    <Radix.Root {...state}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Backdrop />
        </Radix.Overlay>
        <Radix.Content
          asChild
          {...(hasDescription ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={handleOpen}
          onCloseAutoFocus={handleClose}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** When a dialog closes, focuses the element that was focused before it, or the page if that element is gone. */
export function useRestoreFocus() {
  const previousFocus = useRef<Element | null>(null);

  function handleOpenAutoFocus() {
    previousFocus.current = document.activeElement;
  }

  // Radix restores the focus only to its own trigger, but these dialogs have none: the caller's state opens them.
  function handleCloseAutoFocus(event: Event) {
    event.preventDefault();
    const element = previousFocus.current;
    if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element.focus();
    document.getElementById("content")?.focus();
  }

  return { handleOpenAutoFocus, handleCloseAutoFocus };
}

const slideUp = keyframes`
  from { opacity: 0; translate: 0 var(--slide-distance); }
`;

export const DialogPanel = styled.div<{ $width: DialogWidth }>`
  ${({ theme, $width }) => css`
    position: fixed;
    inset: 0;
    z-index: ${theme.layer.dialog};
    display: flex;
    flex-direction: column;
    inline-size: min(${theme.size.dialog[$width]}, calc(100vw - ${theme.space.xxl}));
    block-size: fit-content;
    max-block-size: calc(100dvh - ${theme.space.xxl});
    margin: auto;
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
      inset-block-start: auto;
      inline-size: 100%;
      max-block-size: 92dvh;
      margin: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-block-end: env(safe-area-inset-bottom);
    }
  `}
`;

export const DialogTitle = styled.h2`
  ${typography("sectionTitle")}
`;

export const DialogDescription = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.textMuted};
`;

const Head = styled.header`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter} ${theme.space.m};
    padding-inline-end: calc(${theme.size.gutter} + ${theme.size.touchTarget}px);
    border-block-end: 1px solid ${theme.color.border};
  `}
`;

const Titles = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
  `}
`;

const Body = styled.div`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter} ${theme.size.gutter};
    overflow: auto;
    overscroll-behavior: contain;
  `}
`;

const Corner = styled.div`
  ${({ theme }) => css`
    position: absolute;
    inset-block-start: ${theme.space.m};
    inset-inline-end: ${theme.space.l};

    ${theme.mobile} {
      inset-block-start: ${theme.space.xs};
      inset-inline-end: ${theme.space.xs};
    }
  `}
`;

export const fadeIn = keyframes`
  from { opacity: 0; }
`;

export const fadeOut = keyframes`
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
