import { type ReactNode, useState } from "react";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { Button } from "../button/Button.tsx";
import { Dialog } from "../dialog/Dialog.tsx";
import { useUiTexts } from "../uiTexts.ts";

interface FilterSheetProps {
  /** How many filters are set. */
  activeCount: number;
  /** Also clears invalid text in a filter; `activeCount` does not count it. */
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list; on phones behind one button, which shows how many are set. */
export function FilterSheet({ activeCount, onClear, children }: FilterSheetProps) {
  const { filters: texts } = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (!useIsMobile()) return children;
  return (
    <>
      <Button
        icon="filter"
        aria-label={texts.label(activeCount)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {activeCount > 0 && <span aria-hidden="true">{activeCount}</span>}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={texts.title}>
        <Controls>{children}</Controls>
        <Actions>
          <Button onClick={onClear}>{texts.clear}</Button>
          <Button variant="primary" onClick={() => setIsOpen(false)}>
            {texts.done}
          </Button>
        </Actions>
      </Dialog>
    </>
  );
}

const Controls = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.m};

    > * {
      inline-size: 100%;
    }

    select {
      inline-size: 100%;
    }
  `}
`;

const Actions = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.s};
    margin-block-start: ${theme.space.xl};

    > * {
      flex: 1;
    }
  `}
`;
