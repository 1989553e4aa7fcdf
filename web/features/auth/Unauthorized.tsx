import { signOut, useSession } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Forbidden } from "../../ui/Forbidden.tsx";
import { Page } from "../../ui/Page.tsx";

/** For somebody signed in who may not see the page they asked for. */
export function Unauthorized() {
  const session = useSession();
  return (
    <Page
      title="Access denied"
      subtitle={session && `Signed in as ${session.user.fullName} (${session.user.role.roleName})`}
      actions={session && <Button onClick={() => void signOut()}>Sign in as somebody else</Button>}
    >
      <Forbidden />
    </Page>
  );
}
