import { useEffect, useState } from "react";
import { t } from "../../i18n/t.ts";
import type { ToastStack } from "./ToastStack.tsx";

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

/** Undo, or the way out of a refusal. Pressing it, or its key, also closes the toast. */
export interface ToastAction {
  label: string;
  shortcut?: "mod+z";
  onClick: () => void;
}

export type ToastKind = "success" | "info" | "error";

/** Shows a message for 4 s, longer while pointed at or focused; it takes the place of the one before. */
export function showToast(message: ToastMessage): void {
  if (presenter) {
    presenter(message);
    return;
  }
  pendingMessage = message;
  loadNow?.();
}

/** The way back from what a toast tells; the key does the same as long as the toast is there. */
export function undoAction(onClick: () => void): ToastAction {
  return { label: t("Undo"), shortcut: "mod+z", onClick };
}

/** Where toasts appear; mounted once, inside the theme. What draws them comes with the first one, or once the first screen is there. */
export function ToastHost({ dir = "ltr" }: { dir?: "ltr" | "rtl" }) {
  const [Stack, setStack] = useState(() => loadedStack);
  useEffect(() => {
    loadNow = () => void loadStack().then((stack) => setStack(() => stack));
    if (pendingMessage) loadNow();
    const later = setTimeout(loadNow, preloadDelayMs);
    return () => {
      clearTimeout(later);
      loadNow = undefined;
    };
  }, []);
  return Stack && <Stack dir={dir} />;
}

/** Hands messages to who draws them from now on, first the one that waits; returns how to stop. */
export function registerToastPresenter(to: (message: ToastMessage) => void): () => void {
  presenter = to;
  if (pendingMessage) to(pendingMessage);
  pendingMessage = undefined;
  return () => {
    if (presenter === to) presenter = undefined;
  };
}

const preloadDelayMs = 5_000;
const retryDelayMs = 3_000;
let loadedStack: typeof ToastStack | undefined;
let presenter: ((message: ToastMessage) => void) | undefined;
/** The last one told before there was anything to draw it. */
let pendingMessage: ToastMessage | undefined;
let loadNow: (() => void) | undefined;

async function loadStack(): Promise<typeof ToastStack> {
  try {
    loadedStack ??= (await import("./ToastStack.tsx")).ToastStack;
    return loadedStack;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return loadStack();
  }
}
