import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css, keyframes } from "styled-components";
import { t } from "../../i18n/t.ts";
import { IconButton } from "../button/Button.tsx";
import { typography } from "../theme/theme.ts";
import { fadeOut, Modal } from "./Modal.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One line under the title, read out with it. */
  description?: ReactNode;
  /** Before the title: the plate of the house in question. */
  leading?: ReactNode;
  width?: DialogWidth;
  children: ReactNode;
}

export type DialogWidth = "s" | "m" | "l";

/** A dialog that keeps the focus inside and closes on Esc; on the phone it rises from the bottom. */
export function Dialog({ open, onOpenChange, title, description, leading, width = "m", children }: DialogProps) {
  const described = description !== undefined;
  return (
    <Modal open={open} onOpenChange={onOpenChange} hasDescription={described} onOpenAutoFocus={focusFirstField}>
      <DialogPanel $width={width}>
        <Head>
          <Titles>
            {leading}
            <Radix.Title asChild>
              <DialogTitle>{title}</DialogTitle>
            </Radix.Title>
          </Titles>
          {described && (
            <Radix.Description asChild>
              <DialogDescription as="div">{description}</DialogDescription>
            </Radix.Description>
          )}
        </Head>
        <Body>{children}</Body>
        {/* Last in order, so that the first field takes the focus. */}
        <Corner>
          <Radix.Close asChild>
            <IconButton icon="x" label={t("Close")} />
          </Radix.Close>
        </Corner>
      </DialogPanel>
    </Modal>
  );
}

// The first field that can be changed; Radix would stop at a locked one.
function focusFirstField(event: Event) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  const first = panel.querySelector<HTMLElement>(editableFieldSelector);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

// Of several to choose from, the one that is chosen.
const editableFieldSelector =
  "input:not([readonly], [disabled], [type=radio]:not(:checked)), select, textarea:not([readonly])";

const slideUp = keyframes`
  from { opacity: 0; translate: 0 var(--rise); }
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
