import { createContext } from "react";

/** True inside a page that the user may no longer view and that stays mounted only for an open form. */
export const PageRevokedContext = createContext(false);
