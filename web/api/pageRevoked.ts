import { createContext } from "react";

/** Whether the page around may not be viewed any more, and only stays for what is being typed on it. */
export const PageRevokedContext = createContext(false);
