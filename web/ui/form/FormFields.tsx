import { type ComponentProps, type ReactNode, useEffect, useId } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { touchSize, typography } from "../theme/theme.ts";
import { controlStyle, Field, Input } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./Form.tsx";
import { PasswordInput, Select, type SelectOption, Switch } from "./Inputs.tsx";

interface TextFieldProps extends FormFieldProps {
  type?: "text" | "email" | "tel";
  autoComplete?: string;
  /** Offered while typing; anything else may be typed too. */
  suggestions?: readonly string[];
}

/** One line of text; empty stays the empty string. */
export function TextField({ type = "text", autoComplete = "off", suggestions, ...field }: TextFieldProps) {
  const listId = useId();
  const dir = type === "text" ? undefined : "ltr";
  return (
    <InputField {...field} input={{ type, dir, autoComplete, list: suggestions && listId }}>
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </InputField>
  );
}

/** A number, thousands separators allowed; empty is `undefined` and other words NaN, so that the schema's message shows. */
export function NumberField(field: FormFieldProps) {
  return (
    <InputField {...field} setValueAs={toNumber} input={{ inputMode: "decimal", autoComplete: "off", dir: "ltr" }} />
  );
}

/** A day as `YYYY-MM-DD`; empty is `undefined`. */
export function DateField(field: FormFieldProps) {
  return <InputField {...field} setValueAs={emptyToUndefined} input={{ type: "date" }} />;
}

/** Several lines of text; empty stays the empty string. */
export function TextAreaField({ name, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) => <TextArea {...control} {...form.register(name)} readOnly={lockedReason !== undefined} />}
    </Field>
  );
}

/** What was typed as a number, thousands separators allowed: nothing is `undefined`, other words NaN. */
export function toNumber(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const figures = typed.replace(/[,\s]/g, "");
  return figures === "" ? undefined : Number(figures);
}

function emptyToUndefined(typed: unknown): unknown {
  return typed === "" ? undefined : typed;
}

interface InputFieldProps extends FormFieldProps {
  input: ComponentProps<typeof Input>;
  setValueAs?: (typed: unknown) => unknown;
  children?: ReactNode;
}

/** What is typed in one line, and what the form makes of it. */
function InputField({ name, input, setValueAs, children, ...field }: InputFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            {...form.register(name, { setValueAs })}
            {...input}
            readOnly={lockedReason !== undefined}
          />
          {children}
        </>
      )}
    </Field>
  );
}

interface SelectFieldProps extends FormFieldProps {
  options: readonly SelectOption[];
  placeholder?: string;
}

/** One of several; the form holds the option's own value (a number for ids), or `undefined` for the placeholder. */
export function SelectField({ name, placeholder = t("Select"), ...field }: SelectFieldProps) {
  const { form, error, lockedReason, options } = useFormField(name, field);
  const { getValues, setValue } = form;
  const offered = options.map(({ value }) => value).join("\n");

  // Options often arrive after the form: the browser then shows the first one although another is held.
  useEffect(() => {
    if (offered) setValue(name, getValues(name));
  }, [offered, name, getValues, setValue]);

  function toOptionValue(chosen: unknown): unknown {
    if (typeof chosen !== "string") return chosen;
    return options.find(({ value }) => String(value) === chosen)?.value;
  }

  const { options: _, ...frame } = field;
  if (lockedReason !== undefined) {
    const held: unknown = getValues(name);
    const label = options.find(({ value }) => value === held)?.label ?? "";
    return (
      <Field {...frame} lockedReason={lockedReason} error={error}>
        {(control) => <Input {...control} value={label} readOnly />}
      </Field>
    );
  }

  return (
    <Field {...frame} lockedReason={lockedReason} error={error}>
      {(control) => (
        <Select
          {...control}
          {...form.register(name, { setValueAs: toOptionValue })}
          options={options}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

/** Yes or no; the form holds a boolean. Its label stands beside it. */
export function SwitchField({ name, label, hint, fullWidth = false, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, { label, ...field });
  const id = useId();
  const note = error ?? lockedReason ?? hint;
  return (
    <SwitchRow $wide={fullWidth}>
      <Switch
        id={id}
        {...form.register(name)}
        aria-describedby={note ? `${id}-note` : undefined}
        disabled={lockedReason !== undefined}
      />
      <div>
        <SwitchLabel htmlFor={id}>{label}</SwitchLabel>
        {note && (
          <SwitchNote id={`${id}-note`} $wrong={error !== undefined}>
            {note}
          </SwitchNote>
        )}
      </div>
    </SwitchRow>
  );
}

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

const TextArea = styled.textarea`
  ${controlStyle}
  ${({ theme }) => css`
    block-size: auto;
    min-block-size: ${theme.size.textArea};
    padding-block: ${theme.space.badge};
    resize: vertical;
    field-sizing: content;
  `}
`;

const SwitchRow = styled.div<{ $wide: boolean }>`
  ${({ theme, $wide }) => css`
    display: flex;
    grid-column: ${$wide ? "1 / -1" : "auto"};
    align-items: flex-start;
    gap: ${theme.space.m};
    min-block-size: ${touchSize(theme.size.field)};
    padding-block: ${theme.space.badge};

    ${theme.mobile} {
      padding-block: ${theme.space.m};
    }
  `}
`;

const SwitchLabel = styled.label`
  ${typography("strong")}
  cursor: pointer;
`;

const SwitchNote = styled.p<{ $wrong: boolean }>`
  ${typography("meta")}
  color: ${({ theme, $wrong }) => ($wrong ? theme.color.red : theme.color.textSubtle)};
`;
