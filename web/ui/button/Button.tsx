import type { ComponentPropsWithRef, MouseEvent } from "react";
import styled, { css } from "styled-components";
import { SpinnerRing } from "../feedback/Loading.tsx";
import { Icon, type IconName } from "../icon/Icon.tsx";
import { Kbd } from "../text/Text.tsx";
import { hideInPrint, visuallyHidden } from "../theme/mixins.ts";
import { targetSize, typography } from "../theme/theme.ts";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: ButtonVariant;
  icon?: IconName;
  /** Keyboard shortcut, shown in the button. The caller handles the key. */
  shortcut?: string;
  /** On phones only screen readers get the text. */
  iconOnlyOnMobile?: boolean;
  /** Shows a spinner and ignores clicks; keeps the focus. */
  busy?: boolean;
}

type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "dangerFilled";

/** A button; `type="button"` by default. */
export function Button({ variant = "secondary", iconOnlyOnMobile = false, busy = false, ...props }: ButtonProps) {
  const { icon, shortcut, children, onClick, ...rest } = props;
  const label = iconOnlyOnMobile ? <DesktopLabel>{children}</DesktopLabel> : children;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (!busy) return onClick?.(event);
    event.preventDefault();
  }

  return (
    <ButtonBox type="button" {...rest} onClick={handleClick} aria-disabled={busy || undefined} $variant={variant}>
      {icon && (busy ? <SpinnerRing aria-hidden="true" /> : <Icon name={icon} />)}
      {busy && !icon ? <LabelUnderSpinner>{label}</LabelUnderSpinner> : label}
      {shortcut && <Kbd aria-hidden="true">{shortcut}</Kbd>}
      {busy && !icon && <CenteredSpinner aria-hidden="true" />}
    </ButtonBox>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "children" | "aria-label"> {
  icon: IconName;
  label: string;
  danger?: boolean;
  large?: boolean;
  /** Shows a spinner and ignores clicks; keeps the focus. */
  busy?: boolean;
}

/** A button without text; `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, danger = false, large = false, busy = false, ...props }: IconButtonProps) {
  const { onClick, ...rest } = props;
  return (
    <IconButtonBox
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? undefined : onClick}
      $danger={danger}
    >
      {busy ? <SpinnerRing aria-hidden="true" /> : <Icon name={icon} large={large} />}
    </IconButtonBox>
  );
}

interface LinkButtonProps extends Pick<ButtonProps, "icon" | "iconOnlyOnMobile" | "children"> {
  /** An external URL, for example `mailto:`. */
  href: string;
  newTab?: boolean;
}

/** A link that looks like a button. */
export function LinkButton({ icon, iconOnlyOnMobile = false, href, newTab = false, children }: LinkButtonProps) {
  return (
    <ButtonBox
      as="a"
      href={href}
      target={newTab ? "_blank" : undefined}
      rel={newTab ? "noreferrer" : undefined}
      $variant="secondary"
    >
      {icon && <Icon name={icon} />}
      {iconOnlyOnMobile ? <DesktopLabel>{children}</DesktopLabel> : children}
    </ButtonBox>
  );
}

const variantStyles: Record<ButtonVariant, ReturnType<typeof css>> = {
  primary: css`
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};

    &:hover {
      background: ${({ theme }) => `color-mix(in srgb, ${theme.color.accent} 88%, ${theme.color.text})`};
    }
  `,
  secondary: css`
    border-color: ${({ theme }) => theme.color.controlBorder};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.text};

    &:hover {
      background: ${({ theme }) => theme.color.canvas};
    }
  `,
  ghost: css`
    background: transparent;
    color: ${({ theme }) => theme.color.textMuted};
    font-weight: 500;

    &:hover {
      background: ${({ theme }) => theme.color.canvas};
      color: ${({ theme }) => theme.color.text};
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
      background: ${({ theme }) => `color-mix(in srgb, ${theme.color.red} 88%, ${theme.color.text})`};
    }
  `,
};

/** The buttons at the end of a dialog, form or step; on phones they share its width. */
export const ButtonRow = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${theme.space.s};
    margin-block-start: ${theme.space.l};

    ${theme.mobile} {
      > * {
        flex: 1;
      }
    }
  `}
`;

const ButtonBox = styled.button<{ $variant: ButtonVariant }>`
  ${typography("strong")}
  ${({ theme, $variant }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.s};
    min-block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.m};
    border: 1px solid transparent;
    border-radius: ${theme.radius.button};
    white-space: nowrap;
    text-decoration: none;
    user-select: none;
    ${variantStyles[$variant]}

    &[aria-disabled="true"] {
      cursor: progress;
    }

    &:disabled {
      border-color: ${theme.color.border};
      background: transparent;
      color: ${theme.color.textSubtle};
      cursor: not-allowed;
    }
    ${hideInPrint}
  `}
`;

/** Visually hidden on phones. */
const DesktopLabel = styled.span`
  ${({ theme }) => theme.mobile} {
    ${visuallyHidden}
  }
`;

/** Keeps the width of the button, so that no button beside it moves, and the name for screen readers. */
const LabelUnderSpinner = styled.span`
  opacity: 0;
`;

const CenteredSpinner = styled(SpinnerRing)`
  position: absolute;
  inset: 0;
  margin: auto;
`;

const IconButtonBox = styled.button<{ $danger: boolean }>`
  ${({ theme, $danger }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${targetSize(theme.size.smallControl)};
    block-size: ${targetSize(theme.size.smallControl)};
    border-radius: ${theme.radius.button};
    color: ${theme.color.textMuted};

    &:hover {
      background: ${$danger ? theme.color.redSoft : theme.color.sunken};
      color: ${$danger ? theme.color.red : theme.color.text};
    }

    &[aria-disabled="true"] {
      cursor: progress;
    }

    &:disabled {
      background: transparent;
      color: ${theme.color.borderStrong};
      cursor: not-allowed;
    }
    ${hideInPrint}
  `}
`;
