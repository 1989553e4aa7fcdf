import styled, { css, keyframes } from "styled-components";
import type { Theme } from "../theme.ts";
import { Icon } from "./Icon.tsx";

export type TickState = "empty" | "paid" | "part" | "some";

interface TickProps {
  state: TickState;
  /** What is ticked, in full: "November 2026 of A-14 paid". */
  label: string;
  /** With `part`: the share received, 0 to 1. */
  share?: number;
  /** The answer is on its way; further presses wait for it. */
  busy?: boolean;
  disabled?: boolean;
  /** It only tells: in full colour, but nothing to press. */
  readOnly?: boolean;
  /** On the phone, fills a 62 px cell under the thumb. */
  cell?: boolean;
  tabIndex?: number;
  /** Anything not wholly ticked becomes ticked. */
  onChange?: (ticked: boolean) => void;
}

/** A tick box that also knows part-paid and some-of-the-below. */
export function Tick({
  state,
  label,
  share = 0.5,
  busy = false,
  disabled,
  readOnly = false,
  cell = false,
  tabIndex,
  onChange,
}: TickProps) {
  function handleClick() {
    if (!busy) onChange?.(state !== "paid");
  }

  return (
    <Target
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={checked[state]}
      aria-busy={busy || undefined}
      aria-readonly={readOnly || undefined}
      disabled={disabled || readOnly}
      tabIndex={tabIndex}
      onClick={handleClick}
      $cell={cell}
      $readOnly={readOnly}
    >
      <Box $state={state} $share={share} $busy={busy}>
        {state === "paid" && <Icon name="check" />}
        {state === "some" && <Icon name="minus" />}
      </Box>
    </Target>
  );
}

const checked = { empty: false, paid: true, part: "mixed", some: "mixed" } as const;

const wait = keyframes`
  50% { opacity: 0.55; }
`;

function boxLook(t: Theme, state: TickState, share: number): string {
  const { accent, onAccent, amberFig, surface, ctl } = t.color;
  const filled = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
  if (state === "empty") return `border-color: ${ctl}; background: ${surface};`;
  if (state === "part")
    return `border-color: ${amberFig}; background: linear-gradient(to top, ${amberFig} ${filled}, ${surface} ${filled});`;
  return `border-color: ${accent}; background: ${accent}; color: ${onAccent};`;
}

const Box = styled.span<{ $state: TickState; $share: number; $busy: boolean }>`
  ${({ theme: t, $state, $share, $busy }) => css`
    display: grid;
    place-items: center;
    inline-size: ${t.size.tick}px;
    block-size: ${t.size.tick}px;
    border: 1px solid;
    border-radius: ${t.radius.tick};
    ${boxLook(t, $state, $share)}
    transition: background-color ${t.motion.tick}, border-color ${t.motion.tick};
    print-color-adjust: exact;

    svg {
      inline-size: 75%;
      block-size: 75%;
      stroke-width: 3;
    }

    > span {
      inline-size: 100%;
      block-size: 100%;
    }

    ${
      $busy &&
      css`
        animation: ${wait} ${t.motion.pulse} infinite;
      `
    }
  `}
`;

const Target = styled.button<{ $cell: boolean; $readOnly: boolean }>`
  ${({ theme: t, $cell, $readOnly }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${t.size.target}px;
    block-size: ${t.size.target}px;
    margin: ${(t.size.tick - t.size.target) / 2}px;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;

    &:hover:not(:disabled) > ${Box} {
      border-color: ${t.color.accent};
    }

    &:focus-visible {
      outline: none;
    }

    &:focus-visible > ${Box} {
      outline: ${t.size.ring} solid ${t.color.accent};
      outline-offset: ${t.size.ring};
    }

    &:disabled {
      cursor: ${$readOnly ? "default" : "not-allowed"};
    }

    &:disabled > ${Box} {
      opacity: ${$readOnly ? 1 : 0.5};
    }

    ${t.phone} {
      inline-size: ${$cell ? t.size.phoneTick : t.size.phoneTarget}px;
      block-size: ${$cell ? t.size.phoneTick : t.size.phoneTarget}px;
      margin: ${$cell ? 0 : (t.size.tick - t.size.phoneTarget) / 2}px;

      ${
        $cell &&
        css`
          > ${Box} {
            inline-size: ${t.size.tickPhone}px;
            block-size: ${t.size.tickPhone}px;
          }
        `
      }
    }
  `}
`;
