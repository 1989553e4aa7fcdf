import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css, keyframes } from "styled-components";
import { useReturnFocus } from "./DialogFocus.ts";

interface DialogFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** It describes itself; where not, Radix wants the attribute taken off explicitly. */
  described?: boolean;
  /** May put the focus elsewhere than Radix would. */
  onOpenFocus?: (event: Event) => void;
  /** Says whether the focus was put where it belongs; if not, it goes back to what had it before. */
  onCloseFocus?: (event: Event) => boolean;
  /** The panel. */
  children: ReactNode;
}

/** What every panel over the page stands in: a scrim, and the focus kept inside until it closes on Esc. */
export function DialogFrame({ described = false, onOpenFocus, onCloseFocus, children, ...state }: DialogFrameProps) {
  const { handleOpenAutoFocus, handleCloseAutoFocus } = useReturnFocus();

  function handleOpen(event: Event) {
    handleOpenAutoFocus();
    onOpenFocus?.(event);
  }

  function handleClose(event: Event) {
    if (!onCloseFocus?.(event)) handleCloseAutoFocus(event);
  }

  return (
    <Radix.Root {...state}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Scrim />
        </Radix.Overlay>
        <Radix.Content
          asChild
          {...(described ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={handleOpen}
          onCloseAutoFocus={handleClose}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const appear = keyframes`
  from { opacity: 0; }
`;

export const vanish = keyframes`
  to { opacity: 0; }
`;

export const Scrim = styled.div`
  ${({ theme: t }) => css`
    position: fixed;
    inset: 0;
    z-index: ${t.layer.dialog};
    background: ${t.color.scrim};
    animation: ${appear} ${t.motion.dialog};

    &[data-state="closed"] {
      animation: ${vanish} ${t.motion.dialog} forwards;
    }
  `}
`;
