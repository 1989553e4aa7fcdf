import { type ComponentProps, useEffect, useId } from "react";
import { get, useController, useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import { toLatinDigits } from "../../../shared/text.ts";
import { targetSize, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import { DateInput, useTypedDay } from "./DateInput.tsx";
import { controlStyle, Field, Input } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./Form.tsx";
import { PasswordInput, Select, type SelectOption, Switch } from "./Inputs.tsx";
import { type DayBounds, isDayValue, isWithin } from "./typedDay.ts";

interface TextFieldProps extends FormFieldProps {
  type?: "text" | "email" | "tel";
  autoComplete?: string;
}

/** One line of text. The value is a string, "" if empty. */
export function TextField({ type = "text", autoComplete = "off", ...field }: TextFieldProps) {
  const dir = type === "text" ? undefined : "ltr";
  if (type === "tel") return <PhoneField {...field} input={{ type, dir, autoComplete }} />;
  return <InputField {...field} input={{ type, dir, autoComplete }} />;
}

/** A phone number. Warns about letters, but accepts them, because old registers have notes in these fields. */
function PhoneField(props: InputFieldProps) {
  const texts = useUiTexts();
  const value: unknown = useWatch({ name: props.name });
  const isInvalid = typeof value === "string" && /[^\d\s+()/,.-]/.test(value);
  return <InputField {...props} warning={isInvalid ? texts.invalidPhone : undefined} />;
}

/** A number; see `toNumber` for the value. */
export function NumberField(field: FormFieldProps) {
  return (
    <InputField {...field} setValueAs={toNumber} input={{ inputMode: "decimal", autoComplete: "off", dir: "ltr" }} />
  );
}

interface DateFieldProps extends FormFieldProps, DayBounds {}

/**
 * A day. The value is `YYYY-MM-DD`, `undefined` if empty, or the typed text if it is not a day. Shows the bounds as a
 * hint, and as an error for a day outside them, but only the server refuses such a day.
 */
export function DateField({ name, min, max, ...field }: DateFieldProps) {
  const { dates } = useUiTexts();
  const { lockedReason } = useFormField(name, field);
  const { day, error, inputRef } = useFormDay(name, { min, max });
  return (
    <Field
      {...field}
      hint={[field.hint, dates.bounds({ min, max })].filter(Boolean).join(" · ") || undefined}
      lockedReason={lockedReason}
      error={error}
    >
      {(control) => (
        <DateInput {...control} ref={inputRef} name={name} day={day} readOnly={lockedReason !== undefined} />
      )}
    </Field>
  );
}

/** Connects a DateInput to the surrounding form; the values are those of DateField. */
export function useFormDay(name: string, bounds: DayBounds) {
  const { dates } = useUiTexts();
  const { form, error } = useFormField(name);
  // Not `register`, which would write the value into the input, where it has another format.
  const { field } = useController({ name });
  const value: unknown = field.value;
  const text = typeof value === "string" ? value : "";
  const day = useTypedDay({ value: text, onChange: handleChange, ...bounds });

  function handleChange(newValue: string) {
    form.setValue(name, newValue === "" ? undefined : newValue, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  }

  function findWarning(): string | undefined {
    if (text === "" || day.isTyping) return undefined;
    if (!isDayValue(text)) return dates.invalid;
    return isWithin(text, bounds) ? undefined : dates.bounds(bounds);
  }

  return { day, error: findWarning() ?? error, inputRef: field.ref };
}

/** Several lines of text. The value is a string, "" if empty. */
export function TextAreaField({ name, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) => <TextArea {...control} {...form.register(name)} readOnly={lockedReason !== undefined} />}
    </Field>
  );
}

/** Parses a number in Latin or Urdu digits. "" becomes `undefined`, invalid text NaN; keeps other types. */
export function toNumber(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const digits = toLatinDigits(input).replace(/[,،\s]/g, "");
  return digits === "" ? undefined : Number(digits);
}

interface InputFieldProps extends FormFieldProps {
  input: ComponentProps<typeof Input>;
  setValueAs?: (input: unknown) => unknown;
  /** Shown like an error, but does not prevent saving. */
  warning?: string | undefined;
}

function InputField({ name, input, setValueAs, warning, ...field }: InputFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  return (
    <Field {...field} lockedReason={lockedReason} error={error ?? warning}>
      {(control) => (
        <Input {...control} {...form.register(name, { setValueAs })} {...input} readOnly={lockedReason !== undefined} />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FormFieldProps {
  options: readonly SelectOption[];
  placeholder?: string;
}

/** A native select. The value is that of the option (a number for ids), or `undefined` for the placeholder. */
export function SelectField({ name, placeholder, ...field }: SelectFieldProps) {
  const texts = useUiTexts();
  const { form, error, lockedReason, options: loadedOptions } = useFormField(name, field);
  const { getValues, setValue } = form;
  const options =
    loadedOptions.length > 0
      ? addStoredText(loadedOptions, get(form.formState.defaultValues, name))
      : toOptionsWhileLoading(getValues(name));
  const optionValues = options.map(({ value }) => value).join("\n");

  // If the options arrive after the first render, the browser selects the first one instead of the form's value.
  useEffect(() => {
    if (optionValues) setValue(name, getValues(name));
  }, [optionValues, name, getValues, setValue]);

  function toOptionValue(selected: unknown): unknown {
    if (typeof selected !== "string") return selected;
    return options.find(({ value }) => String(value) === selected)?.value;
  }

  if (lockedReason !== undefined) {
    const selectedValue: unknown = getValues(name);
    const emptyLabel = (selectedValue ?? "") === "" ? placeholder : undefined;
    const label = options.find(({ value }) => value === selectedValue)?.label ?? emptyLabel ?? "";
    return (
      <Field {...field} lockedReason={lockedReason} error={error}>
        {(control) => <Input {...control} value={label} readOnly />}
      </Field>
    );
  }

  return (
    <Field {...field} error={error}>
      {(control) => (
        <Select
          {...control}
          {...form.register(name, { setValueAs: toOptionValue })}
          options={options}
          placeholder={placeholder ?? texts.select}
        />
      )}
    </Field>
  );
}

/** The form's value as the only option. Without it, the form would read an empty value from the field on blur. */
function toOptionsWhileLoading(value: unknown): readonly SelectOption[] {
  return (typeof value === "string" || typeof value === "number") && value ? [{ value, label: "" }] : [];
}

/**
 * The options with the text that the record has, such as a year that is not offered any more. Without its option, the
 * form would read an empty value from the field on blur. For an id, the caller adds the option, which needs a name.
 */
function addStoredText(options: readonly SelectOption[], stored: unknown): readonly SelectOption[] {
  if (typeof stored !== "string" || stored === "" || options.some(({ value }) => value === stored)) return options;
  return [...options, { value: stored, label: stored }];
}

/** A switch. The value is a boolean. */
export function SwitchField({ name, label, hint, fullWidth = false, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, { label, ...field });
  const id = useId();
  const helpText = error ?? lockedReason ?? hint;
  return (
    <SwitchRow $fullWidth={fullWidth}>
      <Switch
        id={id}
        {...form.register(name)}
        aria-describedby={helpText ? `${id}-help` : undefined}
        disabled={lockedReason !== undefined}
      />
      <div>
        <SwitchLabel htmlFor={id}>{label}</SwitchLabel>
        {helpText && (
          <SwitchHelpText id={`${id}-help`} $isError={error !== undefined}>
            {helpText}
          </SwitchHelpText>
        )}
      </div>
    </SwitchRow>
  );
}

interface PasswordFieldProps extends FormFieldProps {
  autoComplete?: "current-password" | "new-password";
}

/** A password with a button that shows it. */
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

const SwitchRow = styled.div<{ $fullWidth: boolean }>`
  ${({ theme, $fullWidth }) => css`
    display: flex;
    grid-column: ${$fullWidth ? "1 / -1" : "auto"};
    align-items: flex-start;
    gap: ${theme.space.m};
    min-block-size: ${targetSize(theme.size.field)};
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

const SwitchHelpText = styled.p<{ $isError: boolean }>`
  ${typography("meta")}
  color: ${({ theme, $isError }) => ($isError ? theme.color.red : theme.color.textSubtle)};
`;
