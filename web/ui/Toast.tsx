import { useEffect, useState } from "react";
import { say } from "../lib/language.ts";
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
  onAct: () => void;
}

export type ToastKind = "success" | "info" | "error";

/** Shows a message for 4 s, longer while pointed at or focused; it takes the place of the one before. */
export function showToast(message: ToastMessage): void {
  if (present) {
    present(message);
    return;
  }
  waiting = message;
  hurry?.();
}

/** The way back from what a toast tells; the key does the same as long as the toast is there. */
export function undoBy(onAct: () => void): ToastAction {
  return { label: say("Undo"), shortcut: "mod+z", onAct };
}

/** Where toasts appear; mounted once, inside the theme. What draws them comes with the first one, or once the first screen is there. */
export function ToastHost({ dir = "ltr" }: { dir?: "ltr" | "rtl" }) {
  const [Stack, setStack] = useState(() => loaded);
  useEffect(() => {
    hurry = () => void load().then((stack) => setStack(() => stack));
    if (waiting) hurry();
    const later = setTimeout(hurry, firstScreenMs);
    return () => {
      clearTimeout(later);
      hurry = undefined;
    };
  }, []);
  return Stack && <Stack dir={dir} />;
}

/** Hands messages to who draws them from now on, first the one that waits; returns how to stop. */
export function presentToasts(to: (message: ToastMessage) => void): () => void {
  present = to;
  if (waiting) to(waiting);
  waiting = undefined;
  return () => {
    if (present === to) present = undefined;
  };
}

const firstScreenMs = 5_000;
const fetchAgainMs = 3_000;
let loaded: typeof ToastStack | undefined;
let present: ((message: ToastMessage) => void) | undefined;
/** The last one told before there was anything to draw it. */
let waiting: ToastMessage | undefined;
let hurry: (() => void) | undefined;

async function load(): Promise<typeof ToastStack> {
  try {
    loaded ??= (await import("./ToastStack.tsx")).ToastStack;
    return loaded;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, fetchAgainMs));
    return load();
  }
}
