import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { PagePath } from "../shared/pages.ts";
import { can } from "../shared/permissions.ts";
import { useFormsOpen } from "./lib/openForms.ts";
import { PageWithdrawn } from "./lib/pageWithdrawn.ts";
import { useSessionState } from "./lib/session.ts";
import { PageSpinner } from "./PageSpinner.tsx";

interface GuardedProps {
  /** The page whose viewers are let in, where that is not the address itself. */
  page?: PagePath;
  anyone?: boolean;
  children: ReactNode;
}

/**
 * Lets in who may view the page, or `anyone` who is signed in; sends others to sign in, and back here afterwards, or to the
 * page that says no; who has no dashboard begins where their menu does. A page withdrawn from somebody with an open form on
 * it stays for that form alone, until it is closed.
 */
export function Guarded({ page, anyone = false, children }: GuardedProps) {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const formsOpen = useFormsOpen();
  const [seen, setSeen] = useState<string>();
  if (session === "loading") return <PageSpinner />;
  if (session === null) return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (session.user.isFirstSignIn && !anyone) return <Navigate to="/account" replace />;
  const allowed = anyone || can(session, { page: page ?? pathname, flag: "CanView" });
  if (allowed && seen !== pathname) setSeen(pathname);
  if (allowed || (formsOpen && seen === pathname)) return <PageWithdrawn value={!allowed}>{children}</PageWithdrawn>;
  const [first] = session.menus;
  if (pathname === "/" && first && first.Path !== "/") return <Navigate to={first.Path} replace />;
  return <Navigate to="/unauthorized" replace state={{ from: `${pathname}${search}` }} />;
}
