import { useEffect } from "react";
import { t } from "../../i18n/t.ts";
import { Field, Input } from "./Field.tsx";
import { Select, type SelectOption } from "./Select.tsx";
import { type FormFieldProps, useFormField } from "./useFormField.ts";

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
