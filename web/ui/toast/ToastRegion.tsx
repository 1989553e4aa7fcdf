import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Toaster, toast } from "sonner";
import styled, { css } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { openDialogSelector, useShortcut } from "../../hooks/useShortcut.ts";
import { Icon, type IconName } from "../icon/Icon.tsx";
import { hideInPrint } from "../theme/mixins.ts";
import { targetSize, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import type { ToastAction, ToastKind, ToastMessage } from "./Toast.tsx";

interface ToastRegionProps {
  dir: "ltr" | "rtl";
  /** Registers the function that renders a toast. Returns a function that unregisters it. */
  registerRenderer: (render: (message: ToastMessage) => void) => () => void;
}

/**
 * Shows up to three toasts, so that a new one does not take away the undo of an earlier one. Ctrl+Z runs the undo of
 * the newest visible toast that has one, but not of one that is fading out.
 */
export function ToastRegion({ dir, registerRenderer }: ToastRegionProps) {
  const texts = useUiTexts();
  const [openToasts, setOpenToasts] = useState<readonly OpenToast[]>([]);
  const openToastsRef = useRef(openToasts);
  const show = useEvent((message: ToastMessage) => {
    const replaced = findReplaced(openToastsRef.current);
    if (replaced) toast.dismiss(replaced.id);
    const remaining = openToastsRef.current.filter((open) => open !== replaced);
    update([...remaining, { id: renderMessage(message, remove), message }]);
  });
  useEffect(() => registerRenderer(show), [registerRenderer, show]);
  const undoable = openToasts.findLast(({ message }) => message.action?.shortcut === "mod+z");
  useShortcut("mod+z", handleUndo);

  function update(toasts: readonly OpenToast[]) {
    openToastsRef.current = toasts;
    setOpenToasts(toasts);
  }

  function remove(id: ToastId) {
    update(openToastsRef.current.filter((open) => open.id !== id));
  }

  function handleUndo({ repeat }: KeyboardEvent): boolean {
    if (repeat) return false;
    if (!undoable) {
      explainNoUndo();
      return false;
    }
    toast.dismiss(undoable.id);
    undoable.message.action?.onClick();
    return true;
  }

  /** Takes no other toast away, and is not shown twice. */
  function explainNoUndo() {
    const text = texts.nothingToUndo;
    if (openToasts.length < maxToasts && !openToasts.some(({ message }) => message.text === text)) {
      show({ kind: "info", text });
    }
  }

  return (
    <StyledToaster
      dir={dir}
      position={dir === "rtl" ? "bottom-left" : "bottom-right"}
      visibleToasts={maxToasts}
      expand
      duration={toastDurationMs}
      containerAriaLabel={texts.messages}
    />
  );
}

type ToastId = string | number;

interface OpenToast {
  id: ToastId;
  message: ToastMessage;
}

const maxToasts = 3;

/** The toast that makes room for a new one: the oldest without action, or else the oldest. */
function findReplaced(openToasts: readonly OpenToast[]): OpenToast | undefined {
  if (openToasts.length < maxToasts) return undefined;
  return openToasts.find(({ message }) => !message.action) ?? openToasts[0];
}

function renderMessage(message: ToastMessage, onClosed: (id: ToastId) => void): ToastId {
  return toast.custom((toastId) => <ToastBox id={toastId} {...message} />, {
    duration: toastDurationMs,
    onDismiss: ({ id }) => onClosed(id),
    onAutoClose: ({ id }) => onClosed(id),
  });
}

const toastDurationMs = 4000;

function ToastBox({ id, ...message }: ToastMessage & { id: ToastId }) {
  const { kind, text, detail, action, leadingAction } = message;
  const actions = [leadingAction, action].filter((shown) => shown !== undefined);
  const texts = useUiTexts();
  const [isPaused, setIsPaused] = useState(false);

  // Sonner pauses its timer on hover, but not on focus.
  function setPaused(shouldPause: boolean) {
    if (shouldPause === isPaused) return;
    setIsPaused(shouldPause);
    toast.custom((toastId) => <ToastBox id={toastId} {...message} />, {
      id,
      duration: shouldPause ? Number.POSITIVE_INFINITY : toastDurationMs,
    });
  }

  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  }

  function handleAction(button: HTMLElement, { onClick }: ToastAction) {
    // Sonner restores the earlier focus when the toast loses it. This happens now, before the action opens a dialog,
    // which keeps the focus then.
    button.blur();
    toast.dismiss(id);
    onClick();
  }

  return (
    <Box role={kind === "error" ? "alert" : undefined} onFocus={() => setPaused(true)} onBlur={handleBlur} $kind={kind}>
      <Icon name={icons[kind]} />
      <Text>
        <span>{texts.translateMessage(text)}</span>
        {detail && <Detail>{detail}</Detail>}
      </Text>
      {actions.length > 0 && (
        <Actions>
          {actions.map(({ label = texts.undo, ...shown }) => (
            <ActionButton key={label} type="button" onClick={(event) => handleAction(event.currentTarget, shown)}>
              {label}
            </ActionButton>
          ))}
        </Actions>
      )}
    </Box>
  );
}

const icons: Record<ToastKind, IconName> = { success: "check", info: "info", error: "circle-alert" };

const StyledToaster = styled(Toaster)`
  ${({ theme }) => css`
    /* Sonner sets its width and offsets inline. */
    --width: ${theme.size.toastMax} !important;
    --offset-bottom: calc(${theme.size.footer}px + ${theme.space.l}) !important;
    --offset-right: ${theme.size.gutter} !important;
    --offset-left: ${theme.size.gutter} !important;
    /* Above the tab bar and the two lines of sums below a list. */
    --mobile-offset-bottom: calc(
      ${theme.size.tabBar}px + 1.5 * ${theme.size.footer}px + ${theme.space.s} + env(safe-area-inset-bottom)
    ) !important;
    --mobile-offset-right: ${theme.size.gutter} !important;
    --mobile-offset-left: ${theme.size.gutter} !important;

    font: inherit !important;

    [data-sonner-toast] {
      max-inline-size: 100%;
    }

    /* Above an open dialog, which is a child of the body: the sums are at its bottom. */
    body:has(> ${openDialogSelector}) & {
      inset-block: calc(${theme.space.s} + env(safe-area-inset-top)) auto;

      [data-sonner-toast] {
        inset-block: 0 auto;

        /* Further toasts follow below. */
        --lift: 1;
      }
    }
    ${hideInPrint}
  `}
`;

const Box = styled.div<{ $kind: ToastKind }>`
  ${({ theme, $kind }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    min-inline-size: min(${theme.size.toastMin}, 100%);
    min-block-size: ${theme.size.toast}px;
    padding-block: ${theme.space.badge};
    padding-inline: ${theme.space.m} ${theme.space.s};
    border: 1px solid ${$kind === "error" ? theme.color.red : theme.color.text};
    border-radius: ${theme.radius.toast};
    background: ${$kind === "error" ? theme.color.redSoft : theme.color.text};
    color: ${$kind === "error" ? theme.color.red : theme.color.surface};
    box-shadow: ${theme.shadow};

    ${theme.mobile} {
      flex-wrap: wrap;
      justify-content: flex-end;
    }
  `}
`;

/** On phones, two buttons do not fit beside it and follow below. */
const Text = styled.div`
  ${typography("text")}
  flex: 1;

  ${({ theme }) => theme.mobile} {
    flex-basis: 55%;
  }
`;

const Detail = styled.div`
  ${typography("meta")}
`;

const Actions = styled.div`
  display: flex;
  flex: none;
  gap: ${({ theme }) => theme.space.m};
`;

const ActionButton = styled.button`
  ${typography("strong")}
  ${({ theme }) => css`
    min-block-size: ${targetSize(theme.size.smallControl)};
    padding-inline: ${theme.size.cellPadding};
    border: 1px solid color-mix(in srgb, currentcolor 40%, transparent);
    border-radius: ${theme.radius.button};

    &:focus-visible {
      outline-color: currentcolor;
    }
  `}
`;
