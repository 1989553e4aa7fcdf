import { type ReactNode, useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { ButtonRow } from "../button/Button.tsx";
import { Icon } from "../icon/Icon.tsx";
import { targetSize } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";

interface FormLayoutProps {
  children: ReactNode;
  columns: 1 | 2;
  /** An error of the whole form, translated here. */
  formError: string | undefined;
  /** Also shown without `formError`. */
  errorHint?: string | undefined;
  actions: ReactNode;
  /** Buttons as wide as the form and as high as its fields, as on the sign-in pages. */
  fullWidthButtons: boolean;
  /** Hides the error of the last attempt, but keeps its place, so that the dialog does not change its height. */
  busy?: boolean;
}

/**
 * Fields, buttons and error of a form. The error is below the buttons, so that these stay under the pointer when it
 * appears; only a form that fills its dialog is scrolled to show the error. Except on phones, the buttons of a form in a
 * dialog or at the counter, which set `--form-buttons-position`, stay in sight at the lower edge when the form is higher.
 * Independent of the form library, so that the sign-in page loads without it.
 */
export function FormLayout({
  children,
  columns,
  formError,
  errorHint,
  actions,
  fullWidthButtons,
  busy = false,
}: FormLayoutProps) {
  const { translateMessage } = useUiTexts();
  const errorBox = useRef<HTMLParagraphElement>(null);
  const errorText = [formError && translateMessage(formError), errorHint].filter(Boolean).join(". ");
  useEffect(() => {
    if (errorText && !busy) errorBox.current?.scrollIntoView({ block: "nearest" });
  }, [errorText, busy]);
  return (
    <>
      <Fields $columns={columns}>{children}</Fields>
      <Actions $fullWidth={fullWidthButtons}>{actions}</Actions>
      {errorText && (
        <ErrorBox role="alert" ref={errorBox} $hidden={busy}>
          <Icon name="circle-alert" />
          <span>{errorText}</span>
        </ErrorBox>
      )}
    </>
  );
}

/** An element between the fields, as wide as the form. */
export const WholeRow = styled.div`
  grid-column: 1 / -1;
`;

const Fields = styled.div<{ $columns: 1 | 2 }>`
  ${({ theme, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));
    align-items: start;
    gap: ${theme.space.xl} ${theme.size.fieldGap};

    /* A field that gets the focus is scrolled to above the buttons. */
    :focus {
      scroll-margin-block-end: calc(${theme.size.button}px + 2 * ${theme.space.m});
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const ErrorBox = styled.p<{ $hidden: boolean }>`
  ${({ theme, $hidden }) => css`
    position: relative;
    display: flex;
    visibility: ${$hidden ? "hidden" : "visible"};
    align-items: center;
    gap: ${theme.space.s};
    margin-block-start: ${theme.space.l};
    padding: ${theme.space.s} ${theme.space.m};
    scroll-margin-block-end: ${theme.space.l};
    border-inline-start: ${theme.size.leadingBorder}px solid ${theme.color.red};
    background: ${theme.color.redSoft};
    color: ${theme.color.red};
  `}
`;

const Actions = styled(ButtonRow)<{ $fullWidth: boolean }>`
  ${({ theme, $fullWidth }) => css`
    position: var(--form-buttons-position, static);
    inset-block-end: 0;
    margin-block-start: calc(${theme.space.xl} - ${theme.space.m});
    padding-block-start: ${theme.space.m};
    background: ${theme.color.surface};

    /* Covers the fields in the padding of a dialog below the buttons. */
    box-shadow: 0 var(--dialog-padding, 0) ${theme.color.surface};

    ${theme.mobile} {
      position: static;
    }

    > * {
      ${$fullWidth && "flex: 1;"}
      min-block-size: ${targetSize($fullWidth ? theme.size.loginField : theme.size.button)};
    }
  `}
`;
