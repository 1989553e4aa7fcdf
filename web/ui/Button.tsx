import type { ComponentPropsWithRef, MouseEvent } from "react";
import styled, { css } from "styled-components";
import { touchable, type } from "../theme.ts";
import { offPaper, visuallyHidden } from "./GlobalStyle.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import { Kbd } from "./Kbd.tsx";
import { Ring } from "./Spinner.tsx";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: ButtonVariant;
  icon?: IconName;
  /** The key that does the same, shown inside. */
  kbd?: string;
  /** On the phone its words are left to screen readers. */
  iconOnPhone?: boolean;
  /** Work is under way: keeps focus and size, and takes no further press. */
  busy?: boolean;
}

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "dangerFilled";

/** A push button; `secondary` unless told, and never submits a form unless `type="submit"`. */
export function Button({ variant = "secondary", iconOnPhone = false, busy = false, ...props }: ButtonProps) {
  const { icon, kbd, children, onClick, ...rest } = props;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (!busy) return onClick?.(event);
    event.preventDefault();
  }

  return (
    <Push type="button" {...rest} onClick={handleClick} aria-disabled={busy || undefined} $variant={variant}>
      {busy ? <Ring aria-hidden="true" /> : icon && <Icon name={icon} />}
      {iconOnPhone ? <DeskWords>{children}</DeskWords> : children}
      {kbd && <Kbd aria-hidden="true">{kbd}</Kbd>}
    </Push>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "children" | "aria-label"> {
  icon: IconName;
  label: string;
  danger?: boolean;
  large?: boolean;
}

/** A button of one icon; `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, danger = false, large = false, ...rest }: IconButtonProps) {
  return (
    <Square type="button" title={label} aria-label={label} {...rest} $danger={danger}>
      <Icon name={icon} large={large} />
    </Square>
  );
}

/** The look of what is pushed. */
export const Push = styled.button<{ $variant: ButtonVariant }>`
  ${type("strong")}
  ${({ theme: t, $variant }) => css`
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: ${t.space.s};
    min-block-size: ${touchable(t.size.button)};
    padding-inline: ${t.space.m};
    border: 1px solid transparent;
    border-radius: ${t.radius.button};
    white-space: nowrap;
    text-decoration: none;
    cursor: pointer;
    user-select: none;
    ${looks[$variant]}

    &[aria-disabled="true"] {
      cursor: progress;
    }

    &:disabled {
      border-color: ${t.color.line};
      background: transparent;
      color: ${t.color.ink3};
      cursor: not-allowed;
    }
    ${offPaper}
  `}
`;

/** Words that the phone leaves to screen readers. */
export const DeskWords = styled.span`
  ${({ theme }) => theme.phone} {
    ${visuallyHidden}
  }
`;

const looks: Record<ButtonVariant, ReturnType<typeof css>> = {
  primary: css`
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};

    &:hover {
      background: ${({ theme }) => `color-mix(in srgb, ${theme.color.accent} 88%, ${theme.color.ink})`};
    }
  `,
  secondary: css`
    border-color: ${({ theme }) => theme.color.ctl};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};

    &:hover {
      background: ${({ theme }) => theme.color.canvas};
    }
  `,
  ghost: css`
    background: transparent;
    color: ${({ theme }) => theme.color.ink2};
    font-weight: 500;

    &:hover {
      background: ${({ theme }) => theme.color.canvas};
      color: ${({ theme }) => theme.color.ink};
    }
  `,
  danger: css`
    border-color: ${({ theme }) => theme.color.red};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.red};

    &:hover {
      background: ${({ theme }) => theme.color.redSoft};
    }
  `,
  dangerFilled: css`
    background: ${({ theme }) => theme.color.red};
    color: ${({ theme }) => theme.color.onRed};

    &:hover {
      background: ${({ theme }) => `color-mix(in srgb, ${theme.color.red} 88%, ${theme.color.ink})`};
    }
  `,
};

const Square = styled.button<{ $danger: boolean }>`
  ${({ theme: t, $danger }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${touchable(t.size.inlineField)};
    block-size: ${touchable(t.size.inlineField)};
    padding: 0;
    border: 0;
    border-radius: ${t.radius.button};
    background: transparent;
    color: ${t.color.ink2};
    cursor: pointer;

    &:hover {
      background: ${$danger ? t.color.redSoft : t.color.sunken};
      color: ${$danger ? t.color.red : t.color.ink};
    }

    &:disabled {
      background: transparent;
      color: ${t.color.line2};
      cursor: not-allowed;
    }
    ${offPaper}
  `}
`;
