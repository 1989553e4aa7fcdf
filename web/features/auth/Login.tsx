import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { messages } from "../../../shared/messages.ts";
import { say } from "../../lib/language.ts";
import { Problem } from "../../lib/request.ts";
import { signIn, useSessionState } from "../../lib/session.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { PageSpinner } from "../../PageSpinner.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { AuthPage, Way, Words } from "./AuthPage.tsx";
import { cameFrom } from "./cameFrom.ts";
import { DemoAccounts } from "./DemoAccounts.tsx";
import { LoginForm } from "./LoginForm.tsx";
import type { Credentials } from "./loginRules.ts";

/** The sign-in page; whoever is signed in already goes on to where they came from. */
export function Login() {
  const session = useSessionState();
  const location = useLocation();
  const society = useWelcome();
  const [refused, setRefused] = useState<string>();
  const [typed, setTyped] = useState({ username: "", password: "" });
  const [tried, setTried] = useState(false);
  const target = cameFrom(location.state) ?? "/";

  if (session === "loading") return <PageSpinner />;
  if (session !== null) return <Navigate to={target} replace />;

  async function handleSubmit(given: Credentials) {
    setRefused(undefined);
    try {
      await signIn(given);
      showToast({ kind: "success", text: say("Login successful!") });
    } catch (error) {
      setRefused(reasonFor(error));
    }
  }

  function handlePick({ username, password }: Credentials) {
    setTyped({ username, password });
    setTried(false);
  }

  return (
    <AuthPage title={say("Sign in")}>
      <LoginForm
        typed={typed}
        onType={setTyped}
        tried={tried}
        onTry={() => setTried(true)}
        onSubmit={handleSubmit}
        refused={refused}
      />
      <Words>
        {say("No account yet?")} <Way to="/signup">{say("Create one")}</Way>
      </Words>
      <DemoAccounts accounts={society?.accounts ?? []} onPick={handlePick} />
    </AuthPage>
  );
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Problem)) return messages.loginFailed;
  return error.status === 401 ? say("Login failed. Please check your credentials.") : error.message;
}
