import { type ComponentType, lazy } from "react";
import { importScreen, importWithRetry } from "./importWithRetry.ts";

/** A part takes longer to give up than a screen, because its error page replaces a screen that works without it. */
const partRetries = 5;

/** A part of a screen whose code is loaded when the part is first rendered. A failure at first delays only this part. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await importWithRetry(load, partRetries) }));
}

/** A screen that another screen or the layout chooses, loaded when it is first rendered. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await importScreen(load) }));
}
