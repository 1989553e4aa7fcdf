import { type FormEvent, useEffect, useRef, useState } from "react";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Field, Input } from "../../ui/form/Field.tsx";
import { FormLayout } from "../../ui/form/FormLayout.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextLink } from "./AuthPage.tsx";
import { type Credentials, normalizeCredentials, validateCredentials } from "./credentials.ts";

interface LoginFormProps {
  values: Credentials;
  onValuesChange: (typed: Credentials) => void;
  /** Was it to be sent already? From then on it is told what is wrong. */
  wasSubmitted: boolean;
  onFirstSubmit: () => void;
  /** Called with what may be sent; the button is busy until it settles. */
  onSubmit: (given: Credentials) => Promise<void>;
  /** The server's refusal. */
  serverError: string | undefined;
}

/** The two fields of the sign-in page. Without what keeps larger forms, so that it is there first. */
export function LoginForm({
  values,
  onValuesChange,
  wasSubmitted,
  onFirstSubmit,
  onSubmit,
  serverError,
}: LoginFormProps) {
  const name = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const wrong = wasSubmitted ? validateCredentials(values) : {};

  useEffect(() => name.current?.focus(), []);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onFirstSubmit();
    const { username, password } = validateCredentials(values);
    if (username ?? password) return (username ? name : secret).current?.focus();
    setBusy(true);
    await onSubmit(normalizeCredentials(values));
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <FormLayout
        columns={1}
        serverError={serverError}
        fullWidthButtons
        actions={
          <Button type="submit" variant="primary" busy={busy}>
            {t("Sign in")}
          </Button>
        }
      >
        <Field label={t("Username")} error={wrong.username && translateMessage(wrong.username)}>
          {(control) => (
            <Input
              {...control}
              ref={name}
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
          error={wrong.password && translateMessage(wrong.password)}
          labelEnd={<TextLink to="/forgot-password">{t("Forgot password?")}</TextLink>}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={secret}
              name="password"
              value={values.password}
              autoComplete="current-password"
              onChange={({ target }) => onValuesChange({ ...values, password: target.value })}
            />
          )}
        </Field>
      </FormLayout>
    </form>
  );
}
