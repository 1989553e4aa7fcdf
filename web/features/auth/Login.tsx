import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { messages } from "../../../shared/messages.ts";
import { ApiError } from "../../api/request.ts";
import { signIn, useSessionState } from "../../api/session.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { PageSpinner } from "../../app/PageSpinner.tsx";
import { t } from "../../i18n/t.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { AuthPage, HelpText, TextLink } from "./AuthPage.tsx";
import type { Credentials } from "./credentials.ts";
import { DemoAccounts } from "./DemoAccounts.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { readReturnPath } from "./returnPath.ts";

/** The sign-in page; whoever is signed in already goes on to where they came from. */
export function Login() {
  const session = useSessionState();
  const location = useLocation();
  const society = useSocietyInfo();
  const [refused, setRefused] = useState<string>();
  const [typed, setTyped] = useState({ username: "", password: "" });
  const [tried, setTried] = useState(false);
  const target = readReturnPath(location.state) ?? "/";

  if (session === "loading") return <PageSpinner />;
  if (session !== null) return <Navigate to={target} replace />;

  async function handleSubmit(given: Credentials) {
    setRefused(undefined);
    try {
      await signIn(given);
      showToast({ kind: "success", text: t("Login successful!") });
    } catch (error) {
      setRefused(formatLoginError(error));
    }
  }

  function handlePick({ username, password }: Credentials) {
    setTyped({ username, password });
    setTried(false);
  }

  return (
    <AuthPage title={t("Sign in")}>
      <LoginForm
        values={typed}
        onValuesChange={setTyped}
        wasSubmitted={tried}
        onFirstSubmit={() => setTried(true)}
        onSubmit={handleSubmit}
        serverError={refused}
      />
      <HelpText>
        {t("No account yet?")} <TextLink to="/signup">{t("Create one")}</TextLink>
      </HelpText>
      <DemoAccounts accounts={society?.accounts ?? []} onPick={handlePick} />
    </AuthPage>
  );
}

function formatLoginError(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.loginFailed;
  return error.status === 401 ? t("Login failed. Please check your credentials.") : error.message;
}
