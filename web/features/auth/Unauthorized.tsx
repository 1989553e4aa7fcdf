import { Link, useNavigate } from "react-router-dom";
import { signOut, useSessionState } from "../../lib/session.ts";
import { PageSpinner } from "../../PageSpinner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Forbidden } from "../../ui/Forbidden.tsx";
import { Page } from "../../ui/Page.tsx";

/** For somebody who may not see the page they asked for: who they are here, and the ways on. */
export function Unauthorized() {
  const session = useSessionState();
  const navigate = useNavigate();
  if (session === "loading") return <PageSpinner />;

  async function handleSignOut() {
    await signOut();
    navigate("/login", { replace: true });
  }

  return (
    <main>
      <Page
        title="Access denied"
        subtitle={session ? `Signed in as ${session.user.fullName} (${session.user.role.roleName})` : "Not signed in"}
        actions={
          session ? <Button onClick={() => void handleSignOut()}>Sign out</Button> : <Link to="/login">Sign in</Link>
        }
      >
        <Forbidden />
      </Page>
    </main>
  );
}
