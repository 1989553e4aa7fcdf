import { createContext } from "react";

/** True within a page whose right was revoked and that stays only for an open form. */
export const PageRevokedContext = createContext(false);
