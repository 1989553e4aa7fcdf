import { type ReactNode, useContext, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import styled from "styled-components";
import type { PagePath } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import { PageRevokedContext, useSessionState } from "../api/session.ts";
import { ForbiddenMessage } from "../domain/ForbiddenMessage.tsx";
import { useHasOpenForms } from "../resource/form/openForms.ts";
import { PageSpinner } from "./PageSpinner.tsx";

interface RequireAccessProps {
  /** The page that the user must be allowed to view; the current path by default. */
  page?: PagePath;
  /** Every signed-in user may see the page, also before setting a password of their own or the second factor. */
  anyUser?: boolean;
  children: ReactNode;
}

/**
 * Renders the page for users who may view it. Redirects others: to sign in, and back afterwards; to their account,
 * where they must first set a password or the second factor; from the dashboard to the first page of their menu; or to
 * the page "Access denied". If the permission is revoked while a form is open, the page stays until the form is closed.
 */
export function RequireAccess({ page, anyUser = false, children }: RequireAccessProps) {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const hasOpenForms = useHasOpenForms();
  const [allowedPathname, setAllowedPathname] = useState<string>();
  if (session === "loading") return <PageSpinner />;
  if (session === null) return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if ((session.user.isFirstSignIn || session.user.mustEnrolTotp) && !anyUser) return <Navigate to="/account" replace />;
  const isAllowed = anyUser || can(session, { page: page ?? pathname, flag: "CanView" });
  if (isAllowed && allowedPathname !== pathname) setAllowedPathname(pathname);
  if (isAllowed || (hasOpenForms && allowedPathname === pathname))
    return <PageRevokedContext value={!isAllowed}>{children}</PageRevokedContext>;
  const [firstMenuItem] = session.menus;
  if (pathname === "/" && firstMenuItem && firstMenuItem.Path !== "/")
    return <Navigate to={firstMenuItem.Path} replace />;
  return <Navigate to="/unauthorized" replace state={{ from: `${pathname}${search}` }} />;
}

/** Renders a public page once it is known whether somebody is signed in. */
export function AwaitSession({ children }: { children: ReactNode }) {
  return useSessionState() === "loading" ? <PageSpinner /> : children;
}

/** Hides revoked content instead of unmounting it, so that an open form keeps its input. */
export function HideIfRevoked({ revoked, children }: { revoked: boolean; children: ReactNode }) {
  return (
    <>
      {revoked && <ForbiddenMessage />}
      <Hideable hidden={revoked}>{children}</Hideable>
    </>
  );
}

/** HideIfRevoked for a whole page. */
export function HidePageIfRevoked({ children }: { children: ReactNode }) {
  return <HideIfRevoked revoked={useContext(PageRevokedContext)}>{children}</HideIfRevoked>;
}

const Hideable = styled.div`
  display: contents;

  &[hidden] {
    display: none;
  }
`;
