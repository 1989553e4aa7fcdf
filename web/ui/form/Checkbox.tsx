import styled, { css, keyframes } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import type { Theme } from "../theme/theme.ts";

export type CheckboxState = "empty" | "paid" | "part" | "some";

interface CheckboxProps {
  state: CheckboxState;
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
  fillCell?: boolean;
  tabIndex?: number;
  /** Anything not wholly ticked becomes ticked. */
  onChange?: (ticked: boolean) => void;
}

/** A tick box that also knows part-paid and some-of-the-below. */
export function Checkbox({
  state,
  label,
  share = 0.5,
  busy = false,
  disabled,
  readOnly = false,
  fillCell = false,
  tabIndex,
  onChange,
}: CheckboxProps) {
  function handleClick() {
    if (!busy) onChange?.(state !== "paid");
  }

  return (
    <HitTarget
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={ariaChecked[state]}
      aria-busy={busy || undefined}
      aria-readonly={readOnly || undefined}
      disabled={disabled || readOnly}
      tabIndex={tabIndex}
      onClick={handleClick}
      $cell={fillCell}
      $readOnly={readOnly}
    >
      <Box $state={state} $share={share} $busy={busy}>
        {state === "paid" && <Icon name="check" />}
        {state === "some" && <Icon name="minus" />}
      </Box>
    </HitTarget>
  );
}

const ariaChecked = { empty: false, paid: true, part: "mixed", some: "mixed" } as const;

const pulse = keyframes`
  50% { opacity: 0.55; }
`;

function boxStyle(theme: Theme, state: CheckboxState, share: number): string {
  const { accent, onAccent, amberFill, surface, controlBorder } = theme.color;
  const filled = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
  if (state === "empty") return `border-color: ${controlBorder}; background: ${surface};`;
  if (state === "part")
    return `border-color: ${amberFill}; background: linear-gradient(to top, ${amberFill} ${filled}, ${surface} ${filled});`;
  return `border-color: ${accent}; background: ${accent}; color: ${onAccent};`;
}

const Box = styled.span<{ $state: CheckboxState; $share: number; $busy: boolean }>`
  ${({ theme, $state, $share, $busy }) => css`
    display: grid;
    place-items: center;
    inline-size: ${theme.size.checkbox}px;
    block-size: ${theme.size.checkbox}px;
    border: 1px solid;
    border-radius: ${theme.radius.checkbox};
    ${boxStyle(theme, $state, $share)}
    transition: background-color ${theme.motion.toggle}, border-color ${theme.motion.toggle};
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
        animation: ${pulse} ${theme.motion.pulse} infinite;
      `
    }
  `}
`;

const HitTarget = styled.button<{ $cell: boolean; $readOnly: boolean }>`
  ${({ theme, $cell, $readOnly }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${theme.size.minTarget}px;
    block-size: ${theme.size.minTarget}px;
    margin: ${(theme.size.checkbox - theme.size.minTarget) / 2}px;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;

    &:hover:not(:disabled) > ${Box} {
      border-color: ${theme.color.accent};
    }

    &:focus-visible {
      outline: none;
    }

    &:focus-visible > ${Box} {
      outline: ${theme.size.ring} solid ${theme.color.accent};
      outline-offset: ${theme.size.ring};
    }

    &:disabled {
      cursor: ${$readOnly ? "default" : "not-allowed"};
    }

    &:disabled > ${Box} {
      opacity: ${$readOnly ? 1 : 0.5};
    }

    ${theme.mobile} {
      inline-size: ${$cell ? theme.size.mobileRow : theme.size.touchTarget}px;
      block-size: ${$cell ? theme.size.mobileRow : theme.size.touchTarget}px;
      margin: ${$cell ? 0 : (theme.size.checkbox - theme.size.touchTarget) / 2}px;

      ${
        $cell &&
        css`
          > ${Box} {
            inline-size: ${theme.size.checkboxMobile}px;
            block-size: ${theme.size.checkboxMobile}px;
          }
        `
      }
    }
  `}
`;
