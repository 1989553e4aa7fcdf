import { useEffect, useState } from "react";
import { importWithRetry } from "../../hooks/importWithRetry.ts";
import type { ToastStack } from "./ToastStack.tsx";

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

/** A button in the toast. The button and its shortcut also close the toast. */
export interface ToastAction {
  /** "Undo" if left out. */
  label?: string;
  shortcut?: "mod+z";
  onClick: () => void;
}

export type ToastKind = "success" | "info" | "error";

/** Replaces the visible toast. Shows the message for 4 s, or as long as the toast is hovered or focused. */
export function showToast(message: ToastMessage): void {
  if (renderer) {
    renderer(message);
    return;
  }
  pendingMessage = message;
  loadLibrary?.();
}

/** An undo button; Ctrl+Z does the same while the toast is visible. */
export function undoAction(onClick: () => void): ToastAction {
  return { shortcut: "mod+z", onClick };
}

/** Renders the toasts; mounted once. Loads the toast library with the first toast, or 5 s after the start. */
export function ToastHost({ dir }: { dir: "ltr" | "rtl" }) {
  const [Stack, setStack] = useState(() => loadedStack);
  useEffect(() => {
    // The updater function is needed because React calls a function that is passed as the new state.
    loadLibrary = () => void loadStack().then((stack) => setStack(() => stack));
    if (pendingMessage) loadLibrary();
    const timer = setTimeout(loadLibrary, preloadDelayMs);
    return () => {
      clearTimeout(timer);
      loadLibrary = undefined;
    };
  }, []);
  return Stack && <Stack dir={dir} registerRenderer={registerRenderer} />;
}

/** Called by ToastStack once it can render toasts; passes it a pending message. Returns a function that unregisters. */
function registerRenderer(render: (message: ToastMessage) => void): () => void {
  renderer = render;
  if (pendingMessage) render(pendingMessage);
  pendingMessage = undefined;
  return () => {
    if (renderer === render) renderer = undefined;
  };
}

const preloadDelayMs = 5_000;
let loadedStack: typeof ToastStack | undefined;
let renderer: ((message: ToastMessage) => void) | undefined;
/** The last message sent before the library was loaded. */
let pendingMessage: ToastMessage | undefined;
let loadLibrary: (() => void) | undefined;

async function loadStack(): Promise<typeof ToastStack> {
  loadedStack ??= await importWithRetry(async () => (await import("./ToastStack.tsx")).ToastStack);
  return loadedStack;
}
