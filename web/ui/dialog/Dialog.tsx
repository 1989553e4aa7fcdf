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
  ${({ theme: t, $width }) => css`
    position: fixed;
    inset: 0;
    z-index: ${t.layer.dialog};
    display: flex;
    flex-direction: column;
    inline-size: min(${t.size.dialog[$width]}, calc(100vw - ${t.space.xxl}));
    block-size: fit-content;
    max-block-size: calc(100dvh - ${t.space.xxl});
    margin: auto;
    overflow: hidden;
    border-radius: ${t.radius.dialog};
    background: ${t.color.surface};
    box-shadow: ${t.shadow};
    outline: none;
    animation: ${slideUp} ${t.motion.dialog};

    &[data-state="closed"] {
      animation: ${fadeOut} ${t.motion.dialog} forwards;
    }

    ${t.mobile} {
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
  ${typography("report")}
`;

export const DialogDescription = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.textMuted};
`;

const Head = styled.header`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter} ${t.space.m};
    padding-inline-end: calc(${t.size.gutter} + ${t.size.touchTarget}px);
    border-block-end: 1px solid ${t.color.border};
  `}
`;

const Titles = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.m};
  `}
`;

const Body = styled.div`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter} ${t.size.gutter};
    overflow: auto;
    overscroll-behavior: contain;
  `}
`;

const Corner = styled.div`
  ${({ theme: t }) => css`
    position: absolute;
    inset-block-start: ${t.space.m};
    inset-inline-end: ${t.space.l};

    ${t.mobile} {
      inset-block-start: ${t.space.xs};
      inset-inline-end: ${t.space.xs};
    }
  `}
`;
