import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Modal } from "../../ui/dialog/Dialog.tsx";
import { fadeIn } from "../../ui/dialog/dialogParts.tsx";
import { HiddenHeading } from "../../ui/layout/Page.tsx";

interface MobileMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A modal panel at the leading edge for the sidebar on phones. */
export function MobileMenu({ open, onOpenChange, children }: MobileMenuProps) {
  return (
    <Modal open={open} onOpenChange={onOpenChange}>
      <Panel>
        <Radix.Title asChild>
          <HiddenHeading>{t("Menu")}</HiddenHeading>
        </Radix.Title>
        {children}
      </Panel>
    </Modal>
  );
}

const Panel = styled.div`
  ${({ theme }) => css`
    position: fixed;
    inset-block: 0;
    inset-inline-start: 0;
    z-index: ${theme.layer.dialog};
    inline-size: ${theme.size.sidebarMobile};
    max-inline-size: 85vw;
    box-shadow: ${theme.shadow};
    outline: none;
    animation: ${fadeIn} ${theme.motion.dialog};
  `}
`;
