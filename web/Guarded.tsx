import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { PagePath } from "../shared/pages.ts";
import { can } from "../shared/permissions.ts";
import { useSessionState } from "./lib/session.ts";
import { PageSpinner } from "./PageSpinner.tsx";

interface GuardedProps {
  /** The page whose viewers are let in, where that is not the address itself. */
  page?: PagePath;
  anyone?: boolean;
  children: ReactNode;
}

/** Lets in who may view the page, or `anyone` who is signed in; sends others to sign in, and back here afterwards, or to the page that says no; who has no dashboard begins where their menu does. */
export function Guarded({ page, anyone = false, children }: GuardedProps) {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  if (session === "loading") return <PageSpinner />;
  if (session === null) return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (session.user.isFirstSignIn && !anyone) return <Navigate to="/account" replace />;
  if (anyone || can(session, { page: page ?? pathname, flag: "CanView" })) return children;
  const [first] = session.menus;
  if (pathname === "/" && first && first.Path !== "/") return <Navigate to={first.Path} replace />;
  return <Navigate to="/unauthorized" replace state={{ from: `${pathname}${search}` }} />;
}
