import { Dialog as Radix } from "radix-ui";
import { useRef } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { useSession } from "../lib/session.ts";
import { useSocietyToday } from "../schedule/ScheduleToday.ts";
import { DialogPanel } from "../ui/Dialog.tsx";
import { DialogFrame } from "../ui/DialogFrame.tsx";
import { Heading } from "../ui/TabScreen.tsx";
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
  /** Whether something was opened: then the focus belongs there. */
  const left = useRef(false);

  function handleLeave() {
    left.current = true;
    onOpenChange(false);
  }

  function handleOpenFocus() {
    left.current = false;
  }

  function handleCloseFocus(event: Event) {
    if (!left.current) return false;
    event.preventDefault();
    if (!document.querySelector("[role=dialog][data-state=open]")) document.getElementById("content")?.focus();
    return true;
  }

  return (
    <DialogFrame open={open} onOpenChange={onOpenChange} onOpenFocus={handleOpenFocus} onCloseFocus={handleCloseFocus}>
      <Panel $width="m">
        <Radix.Title asChild>
          <Heading>{say("Find and do")}</Heading>
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
    </DialogFrame>
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
