import styled, { css } from "styled-components";
import { pulse } from "../feedback/Loading.tsx";
import { Icon } from "../icon/Icon.tsx";
import type { Theme } from "../theme/theme.ts";

export type CheckboxState = "unchecked" | "checked" | "partial" | "indeterminate";

interface CheckboxProps {
  state: CheckboxState;
  /** Accessible name, such as "November 2026 of A-14 paid". */
  label: string;
  /** Why it is read-only, shown on hover and read out. */
  hint?: string;
  /** Filled share of a `partial` box, 0 to 1. */
  share?: number;
  /** While a request is pending: pulses and ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
  /** Not clickable, but in full colour, unlike `disabled`. */
  readOnly?: boolean;
  /** On phones the clickable area fills the action cell of a row, and the box is larger. */
  fillCell?: boolean;
  tabIndex?: number;
  /** Called with true, or false if the box was checked. */
  onChange?: (checked: boolean) => void;
}

/** A checkbox; `partial` fills it to a share, `indeterminate` marks a group of which only some are checked. */
export function Checkbox({
  state,
  label,
  hint,
  share = 0.5,
  busy = false,
  disabled,
  readOnly = false,
  fillCell = false,
  tabIndex,
  onChange,
}: CheckboxProps) {
  function handleClick() {
    if (!busy) onChange?.(state !== "checked");
  }

  return (
    <HitTarget
      type="button"
      role="checkbox"
      aria-label={label}
      aria-description={hint}
      title={hint}
      aria-checked={ariaChecked[state]}
      aria-busy={busy || undefined}
      aria-readonly={readOnly || undefined}
      disabled={disabled || readOnly}
      tabIndex={tabIndex}
      onClick={handleClick}
      $fillCell={fillCell}
      $readOnly={readOnly}
    >
      <Box $state={state} $share={share} $busy={busy}>
        {state === "checked" && <Icon name="check" />}
        {state === "indeterminate" && <Icon name="minus" />}
      </Box>
    </HitTarget>
  );
}

const ariaChecked = { unchecked: false, checked: true, partial: "mixed", indeterminate: "mixed" } as const;

function boxStyle(theme: Theme, state: CheckboxState, share: number): string {
  const { accent, onAccent, amberFill, surface, controlBorder } = theme.color;
  const filled = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
  if (state === "unchecked") return `border-color: ${controlBorder}; background: ${surface};`;
  if (state === "partial")
    return `border-color: ${amberFill};
      background: linear-gradient(to top, ${amberFill} ${filled}, ${surface} ${filled});`;
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

const HitTarget = styled.button<{ $fillCell: boolean; $readOnly: boolean }>`
  ${({ theme, $fillCell, $readOnly }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${theme.size.minTarget}px;
    block-size: ${theme.size.minTarget}px;
    margin: ${(theme.size.checkbox - theme.size.minTarget) / 2}px;

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
      inline-size: ${$fillCell ? theme.size.mobileRow : theme.size.minTargetMobile}px;
      block-size: ${$fillCell ? theme.size.mobileRow : theme.size.minTargetMobile}px;
      margin: ${$fillCell ? 0 : (theme.size.checkbox - theme.size.minTargetMobile) / 2}px;

      ${
        $fillCell &&
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
