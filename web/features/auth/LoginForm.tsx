import { type FormEvent, useEffect, useRef, useState } from "react";
import { say, sayMessage } from "../../lib/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, Input } from "../../ui/Field.tsx";
import { FormLook } from "../../ui/FormLook.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { Way } from "./AuthPage.tsx";
import { type Credentials, givenIn, wrongIn } from "./loginRules.ts";

interface LoginFormProps {
  typed: Credentials;
  onType: (typed: Credentials) => void;
  /** Was it to be sent already? From then on it is told what is wrong. */
  tried: boolean;
  onTry: () => void;
  /** Called with what may be sent; the button is busy until it settles. */
  onSubmit: (given: Credentials) => Promise<void>;
  /** The server's refusal. */
  refused: string | undefined;
}

/** The two fields of the sign-in page. Without what keeps larger forms, so that it is there first. */
export function LoginForm({ typed, onType, tried, onTry, onSubmit, refused }: LoginFormProps) {
  const name = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const wrong = tried ? wrongIn(typed) : {};

  useEffect(() => name.current?.focus(), []);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onTry();
    const { username, password } = wrongIn(typed);
    if (username ?? password) return (username ? name : secret).current?.focus();
    setBusy(true);
    await onSubmit(givenIn(typed));
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <FormLook
        columns={1}
        serverError={refused}
        fullWidth
        ways={
          <Button type="submit" variant="primary" busy={busy}>
            {say("Sign in")}
          </Button>
        }
      >
        <Field label={say("Username")} error={wrong.username && sayMessage(wrong.username)}>
          {(control) => (
            <Input
              {...control}
              ref={name}
              name="username"
              type="text"
              value={typed.username}
              autoComplete="username"
              onChange={({ target }) => onType({ ...typed, username: target.value })}
            />
          )}
        </Field>
        <Field
          label={say("Password")}
          error={wrong.password && sayMessage(wrong.password)}
          aside={<Way to="/forgot-password">{say("Forgot password?")}</Way>}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={secret}
              name="password"
              value={typed.password}
              autoComplete="current-password"
              onChange={({ target }) => onType({ ...typed, password: target.value })}
            />
          )}
        </Field>
      </FormLook>
    </form>
  );
}
