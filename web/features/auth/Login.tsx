import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, Navigate, useLocation } from "react-router-dom";
import styled, { css } from "styled-components";
import type { z } from "zod";
import { credentials } from "../../../shared/endpoints/auth.ts";
import { useTheme } from "../../lib/preferences.ts";
import { Problem } from "../../lib/request.ts";
import { signIn, useSessionState } from "../../lib/session.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { PageSpinner } from "../../PageSpinner.tsx";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { DemoAccounts } from "./DemoAccounts.tsx";
import { LoginWall } from "./LoginWall.tsx";
import { ServerDot } from "./ServerDot.tsx";

type Credentials = z.output<typeof credentials>;

/** The sign-in page; whoever is signed in already goes on to where they came from. */
export function Login() {
  const session = useSessionState();
  const location = useLocation();
  const society = useWelcome();
  const [theme, setTheme] = useTheme();
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(credentials), defaultValues: { username: "", password: "" } });
  const target = targetIn(location.state);

  const asking = session === null;
  useEffect(() => {
    if (asking) form.setFocus("username");
  }, [form, asking]);

  if (session === "loading") return <PageSpinner />;
  if (session !== null) return <Navigate to={target} replace />;

  async function handleSubmit(given: Credentials) {
    setRefused(undefined);
    try {
      await signIn(given);
      showToast({ kind: "success", text: "Login successful!" });
    } catch (error) {
      setRefused(reasonFor(error));
    }
  }

  return (
    <Split>
      <title>Sign in</title>
      <LoginWall society={society} />
      <Side>
        <Main>
          <Title>Sign in</Title>
          <Form form={form} onSubmit={handleSubmit} submitLabel="Sign in" serverError={refused} columns={1} fullWidth>
            <TextField name="username" label="Username" autoComplete="username" />
            <PasswordField
              name="password"
              label="Password"
              aside={<Quiet to="/forgot-password">Forgot password?</Quiet>}
            />
          </Form>
          <p>
            <Grey>No account yet?</Grey> <Quiet to="/signup">Create one</Quiet>
          </p>
          <DemoAccounts
            accounts={society?.accounts ?? []}
            onPick={({ username, password }) => form.reset({ username, password })}
          />
        </Main>
        <Foot>
          <ServerDot />
          <Button
            variant="ghost"
            icon={theme === "dark" ? "sun" : "moon"}
            onClick={() => setTheme(theme === "dark" ? "light" : "dark")}
          >
            {theme === "dark" ? "Light" : "Dark"}
          </Button>
        </Foot>
      </Side>
    </Split>
  );
}

function targetIn(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") ? from : "/";
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Problem)) return "Failed to login";
  return error.status === 401 ? "Login failed. Please check your credentials." : error.message;
}

const Split = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-block-size: 100dvh;

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 11fr) minmax(0, 7fr);
  }
`;

const Side = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    padding: ${t.space.xl};
    background: ${t.color.surface};
    border-inline-start: 1px solid ${t.color.line};
  `}
`;

const Main = styled.main`
  ${({ theme: t }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: center;
    gap: ${t.space.l};
    inline-size: 100%;
    max-inline-size: ${t.size.loginForm};
    margin-inline: auto;

    form input {
      min-block-size: ${t.size.loginField}px;
    }
  `}
`;

const Grey = styled.span`
  color: ${({ theme }) => theme.color.ink2};
`;

const Title = styled.h1`
  ${type("page")}
  margin: 0;
`;

const Quiet = styled(Link)`
  ${type("strong")}
  color: ${({ theme }) => theme.color.accent};
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

const Foot = styled.footer`
  display: flex;
  align-items: center;
  justify-content: space-between;
  inline-size: 100%;
  max-inline-size: ${({ theme }) => theme.size.loginForm};
  margin-inline: auto;
`;
