import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { appear, DialogFrame } from "./DialogFrame.tsx";
import { Heading } from "./TabScreen.tsx";

interface ShellSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The phone's menu, drawn in from the leading edge. */
export function ShellSheet({ open, onOpenChange, children }: ShellSheetProps) {
  return (
    <DialogFrame open={open} onOpenChange={onOpenChange}>
      <Panel>
        <Radix.Title asChild>
          <Heading>{say("Menu")}</Heading>
        </Radix.Title>
        {children}
      </Panel>
    </DialogFrame>
  );
}

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
