import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css, keyframes } from "styled-components";
import { useRestoreFocus } from "./useRestoreFocus.ts";

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** It describes itself; where not, Radix wants the attribute taken off explicitly. */
  hasDescription?: boolean;
  /** May put the focus elsewhere than Radix would. */
  onOpenAutoFocus?: (event: Event) => void;
  /** Says whether the focus was put where it belongs; if not, it goes back to what had it before. */
  onCloseAutoFocus?: (event: Event) => boolean;
  /** The panel. */
  children: ReactNode;
}

/** What every panel over the page stands in: a scrim, and the focus kept inside until it closes on Esc. */
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
          <Scrim />
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

export const fadeIn = keyframes`
  from { opacity: 0; }
`;

export const fadeOut = keyframes`
  to { opacity: 0; }
`;

export const Scrim = styled.div`
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
