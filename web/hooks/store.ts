import { createStore } from "jotai";

/** The one store of this window: what comes over the wire is put here, screens read it through hooks. */
export const store = createStore();
