import { type FocusEvent, useEffect, useState } from "react";
import { Toaster, toast } from "sonner";
import styled, { css } from "styled-components";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { Icon, type IconName } from "../icon/Icon.tsx";
import { hideInPrint } from "../theme/mixins.ts";
import { touchSize, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import type { ToastKind, ToastMessage } from "./Toast.tsx";

interface ToastRegionProps {
  dir: "ltr" | "rtl";
  /** Registers the function that renders a toast. Returns a function that unregisters it. */
  registerRenderer: (render: (message: ToastMessage) => void) => () => void;
}

/** Shows one toast at a time. Ctrl+Z runs the undo of the visible toast, but not of one that is fading out. */
export function ToastRegion({ dir, registerRenderer }: ToastRegionProps) {
  const texts = useUiTexts();
  const [undo, setUndo] = useState<Undo>();
  useEffect(() => {
    const removeUndo = (id: ToastId) => setUndo((current) => (current?.id === id ? undefined : current));
    return registerRenderer((message) => setUndo(renderMessage(message, removeUndo)));
  }, [registerRenderer]);
  useShortcut("mod+z", handleUndo, undo !== undefined);

  function handleUndo() {
    if (!undo) return;
    toast.dismiss(undo.id);
    undo.onClick();
  }

  return (
    <StyledToaster
      dir={dir}
      position={dir === "rtl" ? "bottom-left" : "bottom-right"}
      visibleToasts={1}
      duration={toastDurationMs}
      containerAriaLabel={texts.messages}
    />
  );
}

type ToastId = string | number;

interface Undo {
  id: ToastId;
  onClick: () => void;
}

/** Replaces the visible toast. Returns its undo, if it has one. */
function renderMessage(message: ToastMessage, onClosed: (id: ToastId) => void): Undo | undefined {
  toast.dismiss();
  const id = toast.custom((toastId) => <ToastBox id={toastId} {...message} />, {
    duration: toastDurationMs,
    onDismiss: ({ id }) => onClosed(id),
    onAutoClose: ({ id }) => onClosed(id),
  });
  const { action } = message;
  return action?.shortcut === "mod+z" ? { id, onClick: action.onClick } : undefined;
}

const toastDurationMs = 4000;

function ToastBox({ id, kind, text, action }: ToastMessage & { id: ToastId }) {
  const texts = useUiTexts();
  const [isPaused, setIsPaused] = useState(false);

  // Sonner pauses its timer on hover, but not on focus.
  function setPaused(shouldPause: boolean) {
    if (shouldPause === isPaused) return;
    setIsPaused(shouldPause);
    toast.custom((toastId) => <ToastBox id={toastId} kind={kind} text={text} action={action} />, {
      id,
      duration: shouldPause ? Number.POSITIVE_INFINITY : toastDurationMs,
    });
  }

  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  }

  function handleAction() {
    toast.dismiss(id);
    action?.onClick();
  }

  return (
    <Box role={kind === "error" ? "alert" : undefined} onFocus={() => setPaused(true)} onBlur={handleBlur} $kind={kind}>
      <Icon name={icons[kind]} />
      <Text>{texts.translateMessage(text)}</Text>
      {action && (
        <ActionButton type="button" onClick={handleAction}>
          {action.label ?? texts.undo}
        </ActionButton>
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
    --mobile-offset-bottom: calc(${theme.size.tabBar}px + ${theme.space.l} + env(safe-area-inset-bottom)) !important;
    --mobile-offset-right: ${theme.size.gutter} !important;
    --mobile-offset-left: ${theme.size.gutter} !important;

    font: inherit !important;

    [data-sonner-toast] {
      max-inline-size: 100%;
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
  `}
`;

const Text = styled.span`
  ${typography("text")}
  flex: 1;
`;

const ActionButton = styled.button`
  ${typography("strong")}
  ${({ theme }) => css`
    flex: none;
    min-block-size: ${touchSize(theme.size.inlineField)};
    padding-inline: ${theme.size.cellPadding};
    border: 1px solid color-mix(in srgb, currentcolor 40%, transparent);
    border-radius: ${theme.radius.button};

    &:focus-visible {
      outline-color: currentcolor;
    }
  `}
`;
