import { Field } from "./Field.tsx";
import { PasswordInput } from "./PasswordInput.tsx";
import { type FormFieldProps, useFormField } from "./useFormField.ts";

interface PasswordFieldProps extends FormFieldProps {
  autoComplete?: "current-password" | "new-password";
}

/** A password, hidden until its eye is pressed. */
export function PasswordField({ name, autoComplete = "current-password", ...field }: PasswordFieldProps) {
  const { form, error, lockedReason } = useFormField(name, { ...field, secret: true });
  return (
    <Field {...field} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...form.register(name)}
          autoComplete={autoComplete}
          readOnly={lockedReason !== undefined}
        />
      )}
    </Field>
  );
}
