import { type ReactNode, useId } from "react";
import styled, { css } from "styled-components";
import { controlStyle, Field, Input } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./FormControl.ts";

interface TextFieldProps extends FormFieldProps {
  type?: "text" | "email" | "tel" | "search";
  placeholder?: string;
  autoComplete?: string;
  aside?: ReactNode;
  /** Offered while typing; anything else may be typed too. */
  suggestions?: readonly string[];
}

/** One line of text; empty stays the empty string. */
export function TextField(props: TextFieldProps) {
  const { name, type = "text", placeholder, autoComplete = "off", suggestions, ...field } = props;
  const { form, error, locked } = useFormField(name, field);
  const listId = useId();
  return (
    <Field {...field} locked={locked} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            {...form.register(name)}
            type={type}
            list={suggestions && listId}
            dir={type === "email" || type === "tel" ? "ltr" : undefined}
            placeholder={placeholder}
            autoComplete={autoComplete}
            readOnly={locked !== undefined}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A number, thousands separators allowed; empty is `undefined` and other words NaN, so that the schema's message shows. */
export function NumberField({ name, placeholder, ...field }: FormFieldProps & { placeholder?: string }) {
  const { form, error, locked } = useFormField(name, field);
  return (
    <Field {...field} locked={locked} error={error}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { setValueAs: toNumber })}
          inputMode="decimal"
          placeholder={placeholder}
          autoComplete="off"
          dir="ltr"
          readOnly={locked !== undefined}
        />
      )}
    </Field>
  );
}

/** A day as `YYYY-MM-DD`; empty is `undefined`. */
export function DateField({ name, min, max, ...field }: FormFieldProps & { min?: string; max?: string }) {
  const { form, error, locked } = useFormField(name, field);
  return (
    <Field {...field} locked={locked} error={error}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { setValueAs: emptyToUndefined })}
          type="date"
          min={min}
          max={max}
          readOnly={locked !== undefined}
        />
      )}
    </Field>
  );
}

/** Several lines of text; empty stays the empty string. */
export function TextAreaField({ name, placeholder, ...field }: FormFieldProps & { placeholder?: string }) {
  const { form, error, locked } = useFormField(name, field);
  return (
    <Field {...field} locked={locked} error={error}>
      {(control) => (
        <Lines {...control} {...form.register(name)} placeholder={placeholder} readOnly={locked !== undefined} />
      )}
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

const Lines = styled.textarea`
  ${controlStyle}
  ${({ theme: t }) => css`
    block-size: auto;
    min-block-size: ${t.size.textArea};
    padding-block: ${t.space.plate};
    resize: vertical;
    field-sizing: content;

    ${t.phone} {
      block-size: auto;
    }
  `}
`;
