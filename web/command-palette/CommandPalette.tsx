import { Dialog as Radix } from "radix-ui";
import { useRef } from "react";
import styled, { css } from "styled-components";
import { useSession } from "../api/session.ts";
import { isDialogOpen } from "../hooks/useShortcut.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { t } from "../i18n/t.ts";
import { Modal } from "../ui/dialog/Dialog.tsx";
import { DialogPanel } from "../ui/dialog/dialogParts.tsx";
import { HiddenHeading } from "../ui/layout/Page.tsx";
import { PaletteDataProvider } from "./PaletteData.tsx";
import { PaletteSearch } from "./PaletteSearch.tsx";

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
}

/** A dialog that finds houses, receipts, pages and actions. Requests no data while it is closed. */
export function CommandPalette({ open, onOpenChange, onToggleSidebar, onShortcuts }: CommandPaletteProps) {
  const session = useSession();
  const today = useSocietyToday();
  /** Whether the palette closes because an item was opened, whose page takes the focus. */
  const hasNavigated = useRef(false);

  function handleNavigate() {
    hasNavigated.current = true;
    onOpenChange(false);
  }

  function handleOpenAutoFocus() {
    hasNavigated.current = false;
  }

  function handleCloseAutoFocus(event: Event) {
    if (!hasNavigated.current) return false;
    event.preventDefault();
    if (!isDialogOpen()) document.getElementById("content")?.focus();
    return true;
  }

  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      onOpenAutoFocus={handleOpenAutoFocus}
      onCloseAutoFocus={handleCloseAutoFocus}
    >
      <Panel $width="m">
        <Radix.Title asChild>
          <HiddenHeading>{t("Command palette")}</HiddenHeading>
        </Radix.Title>
        {session && (
          <PaletteDataProvider session={session} today={today}>
            {(data) => (
              <PaletteSearch
                {...{ open, session, today, data, onToggleSidebar, onShortcuts }}
                onClose={() => onOpenChange(false)}
                onNavigate={handleNavigate}
              />
            )}
          </PaletteDataProvider>
        )}
      </Panel>
    </Modal>
  );
}

const Panel = styled(DialogPanel)`
  ${({ theme }) => css`
    inset-block: min(${theme.size.commandPalette.top}, 12dvh) auto;
    max-block-size: min(${theme.size.commandPalette.height}, 84dvh);

    ${theme.mobile} {
      inset: 0;
      block-size: 100dvh;
      max-block-size: none;
      border-radius: 0;
      padding-block-start: env(safe-area-inset-top);
    }
  `}
`;
