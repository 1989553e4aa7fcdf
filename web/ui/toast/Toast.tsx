import { useEffect, useState } from "react";
import type { ToastStack } from "./ToastStack.tsx";

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

/** A button in the toast; pressing it, or its shortcut, also closes the toast. */
export interface ToastAction {
  /** "Undo" if left out. */
  label?: string;
  shortcut?: "mod+z";
  onClick: () => void;
}

export type ToastKind = "success" | "info" | "error";

/** Shows a message for 4 s, longer while it is hovered or focused. It replaces the one before. */
export function showToast(message: ToastMessage): void {
  if (presenter) {
    presenter(message);
    return;
  }
  pendingMessage = message;
  loadNow?.();
}

/** An undo button; Ctrl+Z does the same while the toast is visible. */
export function undoAction(onClick: () => void): ToastAction {
  return { shortcut: "mod+z", onClick };
}

/** Draws the toasts; mounted once. The toast library is loaded with the first toast, at the latest 5 s after the start. */
export function ToastHost({ dir }: { dir: "ltr" | "rtl" }) {
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
  return Stack && <Stack dir={dir} registerPresenter={registerPresenter} />;
}

/** Sets what draws the toasts and passes it a pending one. Returns how to unregister. */
function registerPresenter(present: (message: ToastMessage) => void): () => void {
  presenter = present;
  if (pendingMessage) present(pendingMessage);
  pendingMessage = undefined;
  return () => {
    if (presenter === present) presenter = undefined;
  };
}

const preloadDelayMs = 5_000;
const retryDelayMs = 3_000;
let loadedStack: typeof ToastStack | undefined;
let presenter: ((message: ToastMessage) => void) | undefined;
/** The last message before the library was loaded. */
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
