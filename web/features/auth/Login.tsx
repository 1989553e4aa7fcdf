import { type FormEvent, useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import styled, { css } from "styled-components";
import { commonMessages } from "../../../shared/common-messages.ts";
import { endpointPaths } from "../../../shared/endpoints/paths.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { signIn, useSession } from "../../api/session.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { AuthPage, HelpText, TextLink } from "../../domain/AuthPage.tsx";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Field, Input } from "../../ui/form/Field.tsx";
import { FormLayout } from "../../ui/form/FormLayout.tsx";
import { PasswordInput } from "../../ui/form/Inputs.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { type Credentials, normalizeCredentials, validateCredentials } from "./credentials.ts";
import { readReturnPath } from "./returnPath.ts";

/** The sign-in page. Redirects signed-in users to the page that they came from. */
export function Login() {
  const session = useSession();
  const location = useLocation();
  const accounts = useDemoAccounts();
  const isSignUpOpen = useSocietyInfo()?.IsSignUpOpen !== false;
  const [values, setValues] = useState<Credentials>({ username: "", password: "" });
  const [wasSubmitted, setWasSubmitted] = useState(false);

  if (session) return <Navigate to={readReturnPath(location.state) ?? "/"} replace />;

  function handlePick({ username, password }: Credentials) {
    setValues({ username, password });
    setWasSubmitted(false);
  }

  return (
    <AuthPage title={t("Sign in")}>
      <LoginForm
        values={values}
        onValuesChange={setValues}
        errors={wasSubmitted ? validateCredentials(values) : {}}
        onSubmit={() => setWasSubmitted(true)}
      />
      {isSignUpOpen && (
        <HelpText>
          {t("No account yet?")} <TextLink to="/signup">{t("Create one")}</TextLink>
        </HelpText>
      )}
      <DemoAccounts accounts={accounts} onPick={handlePick} />
    </AuthPage>
  );
}

interface LoginFormProps {
  values: Credentials;
  onValuesChange: (values: Credentials) => void;
  /** Messages by field, shown after the first attempt to submit. */
  errors: Partial<Credentials>;
  /** Called at each attempt to submit, also with invalid values. */
  onSubmit: () => void;
}

/** Uses plain inputs, because loading the form library would delay the sign-in page. */
function LoginForm({ values, onValuesChange, errors, onSubmit }: LoginFormProps) {
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [serverError, setServerError] = useState<string>();
  /** The code of the second factor; undefined until the server asks for it. */
  const [totp, setTotp] = useState<string>();

  useEffect(() => usernameInput.current?.focus(), []);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
    const newErrors = validateCredentials(values);
    if (newErrors.username) return usernameInput.current?.focus();
    if (newErrors.password) return passwordInput.current?.focus();
    setBusy(true);
    try {
      await signIn({ ...normalizeCredentials(values), totp });
      showToast({ kind: "success", text: t("Login successful!") });
    } catch (error) {
      const needsCode = totp === undefined && error instanceof ApiError && error.code === "totp-required";
      if (needsCode) setTotp("");
      setServerError(needsCode ? undefined : describeLoginError(error));
    }
    setBusy(false);
  }

  function handleBack() {
    setTotp(undefined);
    setServerError(undefined);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <FormLayout
        columns={1}
        formError={serverError}
        fullWidthButtons
        busy={busy}
        actions={
          <>
            {totp !== undefined && <Button onClick={handleBack}>{t("Back")}</Button>}
            <Button type="submit" variant="primary" busy={busy}>
              {t("Sign in")}
            </Button>
          </>
        }
      >
        {totp === undefined ? (
          <>
            <Field label={t("Username")} error={errors.username && translateMessage(errors.username)}>
              {(control) => (
                <Input
                  {...control}
                  ref={usernameInput}
                  name="username"
                  type="text"
                  value={values.username}
                  autoComplete="username"
                  onChange={({ target }) => onValuesChange({ ...values, username: target.value })}
                />
              )}
            </Field>
            <Field
              label={t("Password")}
              error={errors.password && translateMessage(errors.password)}
              labelEnd={<TextLink to="/forgot-password">{t("Forgot password?")}</TextLink>}
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  ref={passwordInput}
                  name="password"
                  value={values.password}
                  autoComplete="current-password"
                  onChange={({ target }) => onValuesChange({ ...values, password: target.value })}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label={t("Code")} hint={t("From your authenticator app, or one of your recovery codes")}>
            {(control) => (
              <Input
                {...control}
                ref={focusInput}
                name="totp"
                type="text"
                dir="ltr"
                value={totp}
                autoComplete="one-time-code"
                onChange={({ target }) => setTotp(target.value)}
              />
            )}
          </Field>
        )}
      </FormLayout>
    </form>
  );
}

function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
}

function describeLoginError(error: unknown): string {
  if (!(error instanceof ApiError) || !error.hasServerMessage) return commonMessages["login-failed"];
  return error.code === "login-failed" ? t("Login failed. Please check your credentials.") : error.message;
}

interface DemoAccount extends Credentials {
  role: string;
}

/** The accounts of a portal with demo data; none on other portals. */
function useDemoAccounts(): readonly DemoAccount[] {
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([]);
  useEffect(() => {
    callEndpoint<{ data: DemoAccount[] }>(endpointPaths.demoAccounts)
      .then(({ data }) => setAccounts(data))
      // Without the list, users type their credentials.
      .catch(() => undefined);
  }, []);
  return accounts;
}

interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  onPick: (account: DemoAccount) => void;
}

/** The demo accounts, if there are any; a click fills the form. */
function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={t("Demo accounts")}>
      <DemoAccountsHeader>
        <strong>{t("Demo accounts")}</strong>
        <small>{t("select one to fill the form")}</small>
      </DemoAccountsHeader>
      {accounts.map((account) => (
        <DemoAccountButton key={account.username} type="button" onClick={() => onPick(account)}>
          <Tag>{translateName(account.role)}</Tag>
          <strong>{account.username}</strong>
          <span>{account.password}</span>
          <Icon name="arrow-right" />
        </DemoAccountButton>
      ))}
    </section>
  );
}

const DemoAccountsHeader = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    padding-block: ${theme.space.s};
    border-block-start: 1px solid ${theme.color.borderStrong};

    small {
      ${typography("meta")}
      color: ${theme.color.textSubtle};
    }
  `}
`;

const DemoAccountButton = styled.button`
  ${({ theme }) => css`
    ${typography("text")}
    display: grid;
    grid-template-columns: 7rem 1fr auto auto;
    gap: ${theme.space.m};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${targetSize(theme.size.loginField)};
    color: ${theme.color.text};
    text-align: start;
    border-block-start: 1px solid ${theme.color.border};

    &:hover {
      background: ${theme.color.canvas};
    }

    span {
      color: ${theme.color.textMuted};
    }

    > :first-child {
      justify-content: center;
    }
  `}
`;
