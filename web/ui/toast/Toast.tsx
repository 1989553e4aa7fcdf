import { useEffect, useState } from "react";
import { importWithRetry } from "../../hooks/importWithRetry.ts";
import type { ToastRegion } from "./ToastRegion.tsx";

export interface ToastMessage {
  kind: ToastKind;
  /** Translated when it is shown, unless it is already. */
  text: string;
  /** A second line in smaller type, normally the name of the record, with names in it isolated. */
  detail?: string | undefined;
  action?: ToastAction | undefined;
  /** Shown before `action`. */
  leadingAction?: ToastAction;
}

/** A button in the toast. The button and its shortcut also close the toast. */
export interface ToastAction {
  /** "Undo" if left out. */
  label?: string;
  shortcut?: "mod+z";
  onClick: () => void;
}

export type ToastKind = "success" | "info" | "error";

/** Shows the message beside up to two others for 4 s, or as long as the toast is hovered or focused. */
export function showToast(message: ToastMessage): void {
  if (renderer) {
    renderer(message);
    return;
  }
  pendingMessages.push(message);
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
    if (pendingMessages.length > 0) loadLibrary();
    const timer = setTimeout(loadLibrary, preloadDelayMs);
    return () => {
      clearTimeout(timer);
      loadLibrary = undefined;
    };
  }, []);
  return Region && <Region dir={dir} registerRenderer={registerRenderer} />;
}

/** ToastRegion calls this once it can render toasts, and gets the pending messages. Returns the unregister function. */
function registerRenderer(render: (message: ToastMessage) => void): () => void {
  renderer = render;
  for (const message of pendingMessages.splice(0)) render(message);
  return () => {
    if (renderer === render) renderer = undefined;
  };
}

const preloadDelayMs = 5_000;
let loadedRegion: typeof ToastRegion | undefined;
let renderer: ((message: ToastMessage) => void) | undefined;
/** Messages sent before the library was loaded. */
const pendingMessages: ToastMessage[] = [];
let loadLibrary: (() => void) | undefined;

async function loadRegion(): Promise<typeof ToastRegion> {
  loadedRegion ??= await importWithRetry(async () => (await import("./ToastRegion.tsx")).ToastRegion);
  return loadedRegion;
}
