import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { PagePath } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import { PageRevokedContext } from "../api/pageRevoked.ts";
import { useSessionState } from "../api/session.ts";
import { useHasOpenForms } from "../resource/form/openForms.ts";
import { PageSpinner } from "./PageSpinner.tsx";

interface RequireAccessProps {
  /** The page whose viewers are let in, where that is not the address itself. */
  page?: PagePath;
  anyUser?: boolean;
  children: ReactNode;
}

/**
 * Lets in who may view the page, or `anyone` who is signed in; sends others to sign in, and back here afterwards, or to the
 * page that says no; who has no dashboard begins where their menu does. A page withdrawn from somebody with an open form on
 * it stays for that form alone, until it is closed.
 */
export function RequireAccess({ page, anyUser = false, children }: RequireAccessProps) {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const formsOpen = useHasOpenForms();
  const [seen, setSeen] = useState<string>();
  if (session === "loading") return <PageSpinner />;
  if (session === null) return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (session.user.isFirstSignIn && !anyUser) return <Navigate to="/account" replace />;
  const allowed = anyUser || can(session, { page: page ?? pathname, flag: "CanView" });
  if (allowed && seen !== pathname) setSeen(pathname);
  if (allowed || (formsOpen && seen === pathname))
    return <PageRevokedContext value={!allowed}>{children}</PageRevokedContext>;
  const [first] = session.menus;
  if (pathname === "/" && first && first.Path !== "/") return <Navigate to={first.Path} replace />;
  return <Navigate to="/unauthorized" replace state={{ from: `${pathname}${search}` }} />;
}
