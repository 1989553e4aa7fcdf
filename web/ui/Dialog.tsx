import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styled, { css, keyframes } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { IconButton } from "./Button.tsx";
import { DialogFrame, vanish } from "./DialogFrame.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One line under the title, read out with it. */
  description?: ReactNode;
  /** Before the title: the plate of the house in question. */
  lead?: ReactNode;
  width?: DialogWidth;
  children: ReactNode;
}

export type DialogWidth = "s" | "m" | "l";

/** A dialog that keeps the focus inside and closes on Esc; on the phone it rises from the bottom. */
export function Dialog({ open, onOpenChange, title, description, lead, width = "m", children }: DialogProps) {
  const described = description !== undefined;
  return (
    <DialogFrame open={open} onOpenChange={onOpenChange} described={described} onOpenFocus={focusFirstField}>
      <DialogPanel $width={width}>
        <Head>
          <Titles>
            {lead}
            <Radix.Title asChild>
              <DialogTitle>{title}</DialogTitle>
            </Radix.Title>
          </Titles>
          {described && (
            <Radix.Description asChild>
              <DialogText as="div">{description}</DialogText>
            </Radix.Description>
          )}
        </Head>
        <Body>{children}</Body>
        {/* Last in order, so that the first field takes the focus. */}
        <Corner>
          <Radix.Close asChild>
            <IconButton icon="x" label={say("Close")} />
          </Radix.Close>
        </Corner>
      </DialogPanel>
    </DialogFrame>
  );
}

// The first field that can be changed; Radix would stop at a locked one.
function focusFirstField(event: Event) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  const first = panel.querySelector<HTMLElement>(firstField);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

// Of several to choose from, the one that is chosen.
const firstField = "input:not([readonly], [disabled], [type=radio]:not(:checked)), select, textarea:not([readonly])";

const rise = keyframes`
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
    animation: ${rise} ${t.motion.dialog};

    &[data-state="closed"] {
      animation: ${vanish} ${t.motion.dialog} forwards;
    }

    ${t.phone} {
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
  ${type("report")}
`;

export const DialogText = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.ink2};
`;

const Head = styled.header`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter} ${t.space.m};
    padding-inline-end: calc(${t.size.gutter} + ${t.size.phoneTarget}px);
    border-block-end: 1px solid ${t.color.line};
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

    ${t.phone} {
      inset-block-start: ${t.space.xs};
      inset-inline-end: ${t.space.xs};
    }
  `}
`;
