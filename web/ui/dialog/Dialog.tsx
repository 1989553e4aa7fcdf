import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useCallback, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { IconButton } from "../button/Button.tsx";
import { useUiTexts } from "../uiTexts.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import {
  Backdrop,
  DialogDescription,
  DialogPanel,
  DialogTitle,
  preventBreaksInNumbers,
  useRestoreFocus,
} from "./dialogParts.tsx";
import { type UnsavedInput, UnsavedInputContext } from "./unsavedInput.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown below the title; screen readers read it with the title. */
  description?: ReactNode;
  /** Shown before the title, for example the badge of a house. */
  leading?: ReactNode;
  width?: DialogWidth;
  /** The name of the field that gets the focus, with its text selected; without it the first editable field. */
  initialField?: string | undefined;
  children: ReactNode;
}

export type DialogWidth = "s" | "m" | "l";

/**
 * A modal dialog with a title. On phones it is a sheet at the bottom. If a form in it has unsaved input, Esc, the close
 * button and a click outside ask before the dialog closes.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  leading,
  width = "m",
  initialField,
  children,
}: DialogProps) {
  const texts = useUiTexts();
  const hasDescription = description !== undefined;
  const unsavedForms = useRef(new Map<string, UnsavedInput>());
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  const [canKeepEditing, setCanKeepEditing] = useState(true);
  const setUnsaved = useCallback((formId: string, input: UnsavedInput) => {
    if (input) unsavedForms.current.set(formId, input);
    else unsavedForms.current.delete(formId);
  }, []);

  function handleOpenChange(isOpen: boolean) {
    if (isOpen || unsavedForms.current.size === 0) return onOpenChange(isOpen);
    setCanKeepEditing([...unsavedForms.current.values()].includes("editable"));
    setIsConfirmingDiscard(true);
  }

  function handleDiscard() {
    setIsConfirmingDiscard(false);
    onOpenChange(false);
  }

  return (
    <Modal
      open={open}
      onOpenChange={handleOpenChange}
      hasDescription={hasDescription}
      onOpenAutoFocus={(event) => focusField(event, { name: initialField, isUnsaved: unsavedForms.current.size > 0 })}
    >
      <DialogPanel $width={width}>
        <Head>
          <Titles>
            {leading}
            <Radix.Title asChild>
              <DialogTitle>{preventBreaksInNumbers(title)}</DialogTitle>
            </Radix.Title>
          </Titles>
          {hasDescription && (
            <Radix.Description asChild>
              <DialogDescription as="div">{description}</DialogDescription>
            </Radix.Description>
          )}
        </Head>
        <UnsavedInputContext value={setUnsaved}>
          <Body>{children}</Body>
        </UnsavedInputContext>
        {/* Last in the DOM, so that without a field the first control of the content gets the focus. */}
        <Corner>
          <Radix.Close asChild>
            <IconButton icon="x" label={texts.close} />
          </Radix.Close>
        </Corner>
        <ConfirmDialog
          open={isConfirmingDiscard}
          onOpenChange={setIsConfirmingDiscard}
          title={texts.discardTitle}
          text={texts.discardText}
          confirmLabel={texts.discard}
          cancelLabel={canKeepEditing ? texts.keepEditing : texts.keepOpen}
          onConfirm={handleDiscard}
        />
      </DialogPanel>
    </Modal>
  );
}

/**
 * Focuses the field with this name, or else the first editable one; Radix would also choose a read-only one. Selects
 * the text of the named field, so that typing replaces a value that is filled in, but not one that was typed before a
 * reload.
 */
function focusField(event: Event, { name, isUnsaved }: { name: string | undefined; isUnsaved: boolean }) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  const fields = [...panel.querySelectorAll<HTMLElement>(editableFieldSelector)];
  const named = fields.find((element) => element.getAttribute("name") === name);
  const field = named ?? fields[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
  if (named instanceof HTMLInputElement && !isUnsaved) named.select();
}

// In a radio group only the checked button can take the focus.
const editableFieldSelector =
  "input:not([readonly], [disabled], [type=radio]:not(:checked)), select, textarea:not([readonly])";

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the content has a Radix.Description. Without one, Radix requires an explicit empty `aria-describedby`. */
  hasDescription?: boolean;
  /** To set the initial focus differently, call `preventDefault` on the event. */
  onOpenAutoFocus?: (event: Event) => void;
  /** Returns true if it has set the focus; otherwise the previously focused element gets it back. */
  onCloseAutoFocus?: (event: Event) => boolean;
  children: ReactNode;
}

/** A backdrop and a focus trap around a panel; closes on Esc and on a click outside. */
export function Modal({ hasDescription = false, onOpenAutoFocus, onCloseAutoFocus, children, ...state }: ModalProps) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();

  function handleOpen(event: Event) {
    rememberFocus();
    onOpenAutoFocus?.(event);
  }

  function handleClose(event: Event) {
    if (!onCloseAutoFocus?.(event)) restoreFocus(event);
  }

  return (
    <Radix.Root {...state}>
      <Radix.Portal>
        <Radix.Overlay asChild>
          <Backdrop />
        </Radix.Overlay>
        <Radix.Content
          asChild
          {...(hasDescription ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={handleOpen}
          onCloseAutoFocus={handleClose}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Head = styled.header`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter} ${theme.space.m};
    padding-inline-end: calc(${theme.size.gutter} + ${theme.size.minTargetMobile}px);
    border-block-end: 1px solid ${theme.color.border};
  `}
`;

const Titles = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
  `}
`;

const Body = styled.div`
  ${({ theme }) => css`
    --form-buttons-position: sticky;
    --dialog-padding: ${theme.size.gutter};
    padding: ${theme.space.l} ${theme.size.gutter} var(--dialog-padding);
    overflow: auto;
    overscroll-behavior: contain;
  `}
`;

const Corner = styled.div`
  ${({ theme }) => css`
    position: absolute;
    inset-block-start: ${theme.space.m};
    inset-inline-end: ${theme.space.l};

    ${theme.mobile} {
      inset-block-start: ${theme.space.xs};
      inset-inline-end: ${theme.space.xs};
    }
  `}
`;
