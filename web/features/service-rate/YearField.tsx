import { useController } from "react-hook-form";
import { Field, Input } from "../../ui/form/Field.tsx";
import { type FormFieldProps, useFormField } from "../../ui/form/useFormField.ts";
import { YearPicker } from "./YearPicker.tsx";

/** A year of a `Form`; the form holds a number, or `undefined` while none is chosen. */
export function YearField({ name, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  const { field: bound } = useController({ name, control: form.control });
  const held: unknown = bound.value;
  const year = typeof held === "number" ? held : undefined;
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) =>
        lockedReason === undefined ? (
          <YearPicker control={control} ref={bound.ref} value={year} onChange={bound.onChange} onBlur={bound.onBlur} />
        ) : (
          <Input {...control} value={year ?? ""} readOnly />
        )
      }
    </Field>
  );
}
