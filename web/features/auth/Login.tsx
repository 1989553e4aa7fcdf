import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router-dom";
import { messages } from "../../../shared/messages.ts";
import { say } from "../../lib/language.ts";
import { Problem } from "../../lib/request.ts";
import { signIn, useSessionState } from "../../lib/session.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { PageSpinner } from "../../PageSpinner.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { AuthPage, Way, Words } from "./AuthPage.tsx";
import { checkLogin, fetchLoginRules } from "./checkLogin.ts";
import { DemoAccounts } from "./DemoAccounts.tsx";
import type { Credentials } from "./loginRules.ts";

/** The sign-in page; whoever is signed in already goes on to where they came from. */
export function Login() {
  const session = useSessionState();
  const location = useLocation();
  const society = useWelcome();
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: checkLogin, defaultValues: { username: "", password: "" } });
  const target = targetIn(location.state);

  const asking = session === null;
  useEffect(() => {
    if (!asking) return;
    fetchLoginRules();
    form.setFocus("username");
  }, [form, asking]);

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

  return (
    <AuthPage title={say("Sign in")}>
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={say("Sign in")}
        serverError={refused}
        columns={1}
        fullWidth
      >
        <TextField name="username" label={say("Username")} autoComplete="username" />
        <PasswordField
          name="password"
          label={say("Password")}
          aside={<Way to="/forgot-password">{say("Forgot password?")}</Way>}
        />
      </Form>
      <Words>
        {say("No account yet?")} <Way to="/signup">{say("Create one")}</Way>
      </Words>
      <DemoAccounts
        accounts={society?.accounts ?? []}
        onPick={({ username, password }) => form.reset({ username, password })}
      />
    </AuthPage>
  );
}

function targetIn(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") ? from : "/";
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Problem)) return messages.loginFailed;
  return error.status === 401 ? say("Login failed. Please check your credentials.") : error.message;
}
