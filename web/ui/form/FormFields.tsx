import { type ComponentProps, type ReactNode, useId } from "react";
import styled, { css } from "styled-components";
import { controlStyle, Field, Input } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./useFormField.ts";

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
