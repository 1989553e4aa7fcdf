import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import styled, { css } from "styled-components";
import { Button, ButtonRow } from "../button/Button.tsx";
import { Callout } from "../feedback/Callout.tsx";
import { useUiTexts } from "../uiTexts.ts";
import {
  Backdrop,
  DialogDescription,
  DialogPanel,
  DialogTitle,
  preventBreaksInNumbers,
  useRestoreFocus,
} from "./dialogParts.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences of the action. */
  text: ReactNode;
  confirmLabel: string;
  /** "Cancel" by default. */
  cancelLabel?: string;
  /** `dangerFilled` (red) by default, because most confirmed actions cannot be undone. */
  confirmVariant?: "dangerFilled" | "primary";
  /** The caller closes the dialog, at once or after the server's response. */
  onConfirm: () => void;
  busy?: boolean;
  /** Why the last attempt failed; hidden while busy. */
  error?: string | undefined;
  /** Gets the initial focus instead of Cancel. */
  initialFocusRef?: RefObject<HTMLElement | null>;
}

/** Asks for confirmation of an action. Cancel has the initial focus unless `initialFocusRef` is given. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel,
  confirmVariant = "dangerFilled",
  onConfirm,
  busy = false,
  error,
  initialFocusRef,
}: ConfirmDialogProps) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  const texts = useUiTexts();

  function handleOpenAutoFocus(event: Event) {
    rememberFocus();
    if (!initialFocusRef?.current) return;
    event.preventDefault();
    initialFocusRef.current.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Backdrop />
        </Radix.Overlay>
        <Radix.Content asChild onOpenAutoFocus={handleOpenAutoFocus} onCloseAutoFocus={restoreFocus}>
          <DialogPanel $width="s">
            <Content>
              <Radix.Title asChild>
                <DialogTitle>{preventBreaksInNumbers(title)}</DialogTitle>
              </Radix.Title>
              <Radix.Description asChild>
                <DialogDescription as="div">{text}</DialogDescription>
              </Radix.Description>
            </Content>
            <Actions>
              <Radix.Cancel asChild>
                <Button>{cancelLabel ?? texts.cancel}</Button>
              </Radix.Cancel>
              <Button variant={confirmVariant} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </Actions>
            {error !== undefined && (
              <ErrorBox $hidden={busy}>
                <Callout urgent tone="bad" title={error} />
              </ErrorBox>
            )}
          </DialogPanel>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Content = styled.div`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter} 0;
  `}
`;

const Actions = styled(ButtonRow)`
  ${({ theme }) => css`
    padding: 0 ${theme.size.gutter} ${theme.space.l};

    ${theme.mobile} {
      :not(:has(form)) > & {
        order: 1;
      }
    }
  `}
`;

/**
 * Does not move the buttons when it appears: it is below them, but above them on phones, where a dialog without a form
 * grows upwards. Keeps its place during the next attempt.
 */
const ErrorBox = styled.div<{ $hidden: boolean }>`
  ${({ theme, $hidden }) => css`
    visibility: ${$hidden ? "hidden" : "visible"};
    padding: 0 ${theme.size.gutter} ${theme.space.l};

    ${theme.mobile} {
      :not(:has(form)) > & {
        padding-block: ${theme.space.m} 0;
      }
    }
  `}
`;
