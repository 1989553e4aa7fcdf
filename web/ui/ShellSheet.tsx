import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css, keyframes } from "styled-components";
import { say } from "../lib/language.ts";
import { Scrim } from "./Dialog.tsx";
import { useReturnFocus } from "./DialogFocus.ts";
import { visuallyHidden } from "./GlobalStyle.tsx";

interface ShellSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The phone's menu, drawn in from the leading edge. */
export function ShellSheet({ open, onOpenChange, children }: ShellSheetProps) {
  const { handleOpenAutoFocus, handleCloseAutoFocus } = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Scrim />
        </Radix.Overlay>
        <Radix.Content
          asChild
          aria-describedby={undefined}
          onOpenAutoFocus={handleOpenAutoFocus}
          onCloseAutoFocus={handleCloseAutoFocus}
        >
          <Panel>
            <Radix.Title asChild>
              <Name>{say("Menu")}</Name>
            </Radix.Title>
            {children}
          </Panel>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const appear = keyframes`
  from { opacity: 0; }
`;

const Panel = styled.div`
  ${({ theme: t }) => css`
    position: fixed;
    inset-block: 0;
    inset-inline-start: 0;
    z-index: ${t.layer.dialog};
    inline-size: ${t.size.sidebarPhone};
    max-inline-size: 85vw;
    box-shadow: ${t.shadow};
    outline: none;
    animation: ${appear} ${t.motion.dialog};
  `}
`;

const Name = styled.h2`
  ${visuallyHidden}
`;
