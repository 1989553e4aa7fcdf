import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { useIsMobile } from "../../hooks/useIsMobile.ts";

/** The end of the title's line, on a page that keeps the main action of its open tab there. */
export const PageActionSlot = createContext<HTMLElement | null>(null);

/** The main action of a tab: at the end of the title's line; on the phone, which has none, where it is written. */
export function PageAction({ children }: { children: ReactNode }) {
  const place = useContext(PageActionSlot);
  const phone = useIsMobile();
  return place && !phone ? createPortal(children, place) : children;
}
