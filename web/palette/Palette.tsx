import { Dialog as Radix } from "radix-ui";
import { useRef } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { useSession } from "../lib/session.ts";
import { useSocietyToday } from "../schedule/ScheduleToday.ts";
import { DialogPanel, Scrim } from "../ui/Dialog.tsx";
import { useReturnFocus } from "../ui/DialogFocus.ts";
import { visuallyHidden } from "../ui/GlobalStyle.tsx";
import { PaletteBooks } from "./PaletteBooks.tsx";
import { PaletteSearch } from "./PaletteSearch.tsx";

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFold: () => void;
  onShortcuts: () => void;
}

/** The way by keyboard to every house, receipt, page and action that the person may see. It reads nothing while it is closed. */
export function Palette({ open, onOpenChange, onFold, onShortcuts }: PaletteProps) {
  const session = useSession();
  const today = useSocietyToday();
  const { handleOpenAutoFocus, handleCloseAutoFocus } = useReturnFocus();
  /** Whether something was opened: then the focus belongs there. */
  const left = useRef(false);

  function handleLeave() {
    left.current = true;
    onOpenChange(false);
  }

  function handleOpen() {
    left.current = false;
    handleOpenAutoFocus();
  }

  function handleClose(event: Event) {
    if (!left.current) return handleCloseAutoFocus(event);
    event.preventDefault();
    if (!document.querySelector("[role=dialog][data-state=open]")) document.getElementById("content")?.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Scrim />
        </Radix.Overlay>
        <Radix.Content asChild aria-describedby={undefined} onOpenAutoFocus={handleOpen} onCloseAutoFocus={handleClose}>
          <Panel $width="m">
            <Radix.Title asChild>
              <Name>{say("Find and do")}</Name>
            </Radix.Title>
            {session && (
              <PaletteBooks session={session} today={today}>
                {(books) => (
                  <PaletteSearch
                    {...{ session, today, books, onFold, onShortcuts }}
                    onClose={() => onOpenChange(false)}
                    onLeave={handleLeave}
                  />
                )}
              </PaletteBooks>
            )}
          </Panel>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Panel = styled(DialogPanel)`
  ${({ theme: t }) => css`
    inset-block: min(${t.size.palette.top}, 12dvh) auto;
    max-block-size: min(${t.size.palette.height}, 84dvh);

    ${t.phone} {
      inset: 0;
      block-size: 100dvh;
      max-block-size: none;
      border-radius: 0;
      padding-block-start: env(safe-area-inset-top);
    }
  `}
`;

const Name = styled.h2`
  ${visuallyHidden}
`;
