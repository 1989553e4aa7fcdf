import { createStore } from "jotai";

/** The jotai store of this window; server data is written to it, screens read it through hooks. */
export const store = createStore();
