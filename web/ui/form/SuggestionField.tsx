import { useController } from "react-hook-form";
import { Combobox } from "./Combobox.tsx";
import { Field } from "./Field.tsx";
import { type FormFieldProps, useFormField } from "./Form.tsx";

interface SuggestionFieldProps extends FormFieldProps {
  /** Offered while the user types; other text is allowed. */
  suggestions: readonly string[];
}

const maxSuggestions = 8;

/** One line of text with suggestions. The value is a string, "" if empty. */
export function SuggestionField({ name, suggestions, ...field }: SuggestionFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  const { field: formField } = useController({ name });
  const text = String(formField.value ?? "");
  const matches = suggestions.filter(
    (suggestion) => suggestion !== text && suggestion.toLowerCase().includes(text.trim().toLowerCase()),
  );

  function setText(newText: string) {
    form.setValue(name, newText, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(controlProps) => (
        <Combobox
          {...controlProps}
          ref={formField.ref}
          name={name}
          readOnly={lockedReason !== undefined}
          value={text}
          onChange={setText}
          onBlur={formField.onBlur}
          items={matches.slice(0, maxSuggestions)}
          toText={(suggestion) => suggestion}
          onPick={setText}
          listLabel={field.label}
        />
      )}
    </Field>
  );
}
