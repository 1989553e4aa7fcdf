import { type ComponentType, lazy } from "react";
import { importScreen, importWithRetry } from "./importWithRetry.ts";

/** More than for a screen, because a part that fails replaces a whole working screen by an error page. */
const partRetries = 5;

/**
 * A part of a screen whose code is loaded when it is first rendered. While the loading is retried, the rest of the
 * screen stays usable.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await importWithRetry(load, partRetries) }));
}

/** A screen that another screen or the layout chooses, loaded when it is first rendered. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await importScreen(load) }));
}
