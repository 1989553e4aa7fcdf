import { useEffect, useState } from "react";
import { importWithRetry } from "../../hooks/importWithRetry.ts";
import type { ToastRegion } from "./ToastRegion.tsx";

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

/** Creates an undo button; Ctrl+Z does the same while the toast is visible. */
export function createUndoAction(onClick: () => void): ToastAction {
  return { shortcut: "mod+z", onClick };
}

/** Renders the toasts; mounted once. Loads the toast library with the first toast, or 5 s after the start. */
export function ToastHost({ dir }: { dir: "ltr" | "rtl" }) {
  const [Region, setRegion] = useState(() => loadedRegion);
  useEffect(() => {
    // An updater function, because React would call a component that is passed as the new state.
    loadLibrary = () => void loadRegion().then((region) => setRegion(() => region));
    if (pendingMessage) loadLibrary();
    const timer = setTimeout(loadLibrary, preloadDelayMs);
    return () => {
      clearTimeout(timer);
      loadLibrary = undefined;
    };
  }, []);
  return Region && <Region dir={dir} registerRenderer={registerRenderer} />;
}

/** ToastRegion calls this once it can render toasts, and gets the pending message. Returns the unregister function. */
function registerRenderer(render: (message: ToastMessage) => void): () => void {
  renderer = render;
  if (pendingMessage) render(pendingMessage);
  pendingMessage = undefined;
  return () => {
    if (renderer === render) renderer = undefined;
  };
}

const preloadDelayMs = 5_000;
let loadedRegion: typeof ToastRegion | undefined;
let renderer: ((message: ToastMessage) => void) | undefined;
/** The last message sent before the library was loaded. */
let pendingMessage: ToastMessage | undefined;
let loadLibrary: (() => void) | undefined;

async function loadRegion(): Promise<typeof ToastRegion> {
  loadedRegion ??= await importWithRetry(async () => (await import("./ToastRegion.tsx")).ToastRegion);
  return loadedRegion;
}
