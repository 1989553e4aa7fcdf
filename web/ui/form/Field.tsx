import { type ReactNode, useId } from "react";
import styled, { css } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { targetSize, typography } from "../theme/theme.ts";

/** The props of every form field, which passes them on to Field. */
export interface CommonFieldProps {
  label: string;
  hint?: string;
  /** Locks the field and shows why; an empty text only locks it, for forms that show the reason themselves. */
  lockedReason?: string;
  /** Spans both columns of the form. */
  fullWidth?: boolean;
}

interface FieldProps extends CommonFieldProps {
  error?: string;
  /** Shown at the end of the label's line, for example a link; after the control in the order of Tab. */
  labelEnd?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** Connects a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/**
 * A label, a control, and one text below them: the error, else the reason of the lock, else the hint. The error does
 * not move what is below the field if it needs at most one line more than the other text.
 */
export function Field({ label, hint, lockedReason, fullWidth = false, error, labelEnd, children }: FieldProps) {
  const id = useId();
  const helpTextId = `${id}-help`;
  const usualText = lockedReason || hint;
  return (
    <Box $fullWidth={fullWidth}>
      <Label htmlFor={id}>{label}</Label>
      <ControlBox>
        {children({
          id,
          "aria-describedby": error || usualText ? helpTextId : undefined,
          "aria-invalid": error ? true : undefined,
        })}
        {lockedReason !== undefined && (
          <ControlIcon>
            <Icon name="lock" />
          </ControlIcon>
        )}
      </ControlBox>
      {(error || usualText) && (
        <HelpTexts $isInRowGap={!usualText}>
          {usualText && (
            <HelpText id={error ? undefined : helpTextId} $isHidden={Boolean(error)}>
              {usualText}
            </HelpText>
          )}
          {error && (
            <ErrorText id={helpTextId} $isOverUsualText={Boolean(usualText)}>
              <Icon name="circle-alert" />
              {error}
            </ErrorText>
          )}
        </HelpTexts>
      )}
      {labelEnd !== undefined && <LabelEnd>{labelEnd}</LabelEnd>}
    </Box>
  );
}

/** The look of text inputs, selects and text areas. */
export const controlStyle = css`
  ${typography("text")}
  ${({ theme }) => css`
    inline-size: 100%;
    block-size: ${targetSize(theme.size.field)};
    padding-inline: ${theme.size.cellPadding};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.field};
    background: ${theme.color.surface};
    color: ${theme.color.text};

    &::placeholder {
      color: ${theme.color.textSubtle};
      opacity: 1;
    }

    &:focus-visible {
      border-color: ${theme.color.accent};
      outline: 1px solid ${theme.color.accent};
      outline-offset: 0;
      box-shadow: 0 0 0 calc(${theme.size.ringSpread}px + 1px)
        color-mix(in srgb, ${theme.color.accent} 22%, transparent);
    }

    &[aria-invalid="true"] {
      border-color: ${theme.color.red};
      outline-color: ${theme.color.red};
    }

    [dir="rtl"] &[dir="ltr"] {
      text-align: end;
    }

    &:read-only:not(select),
    &:disabled {
      background: ${theme.color.sunken};
      color: ${theme.color.textMuted};
    }
  `}
`;

export const Input = styled.input`
  ${controlStyle}
`;

const Box = styled.div<{ $fullWidth: boolean }>`
  position: relative;
  min-inline-size: 0;
  grid-column: ${({ $fullWidth }) => ($fullWidth ? "1 / -1" : "auto")};
`;

const Label = styled.label`
  ${typography("strong")}
  display: block;
  inline-size: fit-content;
  margin-block-end: ${({ theme }) => theme.space.xs};
`;

const LabelEnd = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
`;

const ControlBox = styled.div`
  position: relative;
`;

/** Positions an element over a control and makes it as high; components that extend this set the inline position. */
export const overlaySlot = css`
  position: absolute;
  inset-block: 0;
  display: grid;
  place-items: center;
`;

/** Positions an icon over the end of a control. */
export const ControlIcon = styled.span`
  ${overlaySlot}
  ${({ theme }) => css`
    inset-inline-end: ${theme.size.cellPadding};
    color: ${theme.color.textSubtle};
    pointer-events: none;
  `}
`;

/** Positions a button over the end of a control. */
export const ControlButton = styled.span`
  ${overlaySlot}
  ${({ theme }) => css`
    inset-inline-end: ${theme.space.xxs};

    ${theme.mobile} {
      inset-inline-end: 0;
    }
  `}
`;

/**
 * Overlaps part of the row gap of FormLayout; with `$isInRowGap` by its first line, so that an error below a field
 * without other text moves nothing. The texts are on top of each other, so that the room is that of the longer one.
 */
const HelpTexts = styled.div<{ $isInRowGap: boolean }>`
  ${typography("meta")}
  ${({ theme, $isInRowGap }) => css`
    display: grid;
    margin-block: ${theme.space.xs} calc(-1 * ${$isInRowGap ? `(1lh + ${theme.space.xs})` : theme.space.s});

    > * {
      grid-area: 1 / 1;
    }
  `}
`;

const HelpText = styled.p<{ $isHidden: boolean }>`
  visibility: ${({ $isHidden }) => ($isHidden ? "hidden" : "visible")};
  color: ${({ theme }) => theme.color.textSubtle};
`;

/** An error of one line more than the usual text overlaps the rest of the row gap with that line. */
const ErrorText = styled.p<{ $isOverUsualText: boolean }>`
  ${({ theme, $isOverUsualText }) => css`
    display: flex;
    align-items: center;
    align-self: start;
    gap: ${theme.space.badge};
    margin-block-end: ${$isOverUsualText ? "-1lh" : 0};
    color: ${theme.color.red};
    font-weight: 600;
  `}
`;
