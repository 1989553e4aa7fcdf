import { Link, Navigate, useLocation, useNavigate } from "react-router-dom";
import { can } from "../../shared/permissions.ts";
import { signOut, useSession } from "../api/session.ts";
import { ForbiddenMessage } from "../domain/ForbiddenMessage.tsx";
import { readReturnPath } from "../features/auth/returnPath.ts";
import { Trans } from "../i18n/Trans.tsx";
import { t, translateName } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { Page } from "../ui/layout/Page.tsx";

/** Shown instead of a page that the user may not see. Redirects to that page once the right is granted. */
export function AccessDeniedPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();

  const returnPath = readReturnPath(state);
  const pathname = returnPath?.split("?")[0];
  // The home page forwards to the first page of the user's menu.
  if (
    session &&
    returnPath &&
    pathname &&
    (can(session, { page: pathname, flag: "CanView" }) || (pathname === "/" && session.menus.length > 0))
  )
    return <Navigate to={returnPath} replace />;

  async function handleSignOut() {
    await signOut();
    navigate("/login", { replace: true });
  }

  return (
    <Page
      title={t("Access denied")}
      subtitle={
        session ? (
          <Trans
            text="Signed in as {name} ({role})"
            with={{
              name: <bdi>{session.user.fullName}</bdi>,
              role: <bdi>{translateName(session.user.role.roleName)}</bdi>,
            }}
          />
        ) : (
          t("Not signed in")
        )
      }
      actions={
        session ? (
          <Button onClick={() => void handleSignOut()}>{t("Sign out")}</Button>
        ) : (
          <Link to="/login">{t("Sign in")}</Link>
        )
      }
    >
      <ForbiddenMessage />
    </Page>
  );
}
