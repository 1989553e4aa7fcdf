import { type ComponentType, lazy } from "react";
import { importWithRetry } from "./importWithRetry.ts";

/**
 * A part of a screen whose code is loaded when the part is first rendered. A failure, which React.lazy would throw and so
 * replace the whole screen by an error page, delays only this part.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await importWithRetry(load) }));
}
