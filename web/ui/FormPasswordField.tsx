import { type ReactNode, useState } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { IconButton } from "./Button.tsx";
import { Field, Input } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./FormControl.ts";

interface PasswordFieldProps extends FormFieldProps {
  autoComplete?: "current-password" | "new-password";
  aside?: ReactNode;
}

/** A password, hidden until its eye is pressed. */
export function PasswordField({ name, autoComplete = "current-password", ...field }: PasswordFieldProps) {
  const { form, error, locked } = useFormField(name, { ...field, secret: true });
  const [shown, setShown] = useState(false);

  function handleToggle() {
    setShown(!shown);
  }

  return (
    <Field {...field} error={error}>
      {(control) => (
        <>
          <Secret
            {...control}
            {...form.register(name)}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            readOnly={locked !== undefined}
          />
          <Eye>
            <IconButton
              icon={shown ? "eye-off" : "eye"}
              label={shown ? say("Hide password") : say("Show password")}
              onClick={handleToggle}
            />
          </Eye>
        </>
      )}
    </Field>
  );
}

const Secret = styled(Input)`
  padding-inline-end: calc(${({ theme }) => theme.size.inlineField}px + ${({ theme }) => theme.space.s});
`;

const Eye = styled.span`
  ${({ theme: t }) => css`
    position: absolute;
    inset-block: 0;
    inset-inline-end: ${t.space.hair};
    display: grid;
    place-items: center;

    ${t.phone} {
      inset-inline-end: 0;
    }
  `}
`;
