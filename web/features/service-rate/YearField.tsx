import { useController } from "react-hook-form";
import { Field, Input } from "../../ui/form/Field.tsx";
import { type FormFieldProps, useFormField } from "../../ui/form/Form.tsx";
import { YearPicker } from "./YearPicker.tsx";

/** A form field for a year; its value is a number, or undefined if none is selected. */
export function YearField({ name, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  const { field: controller } = useController({ name, control: form.control });
  const value: unknown = controller.value;
  const year = typeof value === "number" ? value : undefined;
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) =>
        lockedReason === undefined ? (
          <YearPicker
            control={control}
            ref={controller.ref}
            value={year}
            onChange={controller.onChange}
            onBlur={controller.onBlur}
          />
        ) : (
          <Input {...control} value={year ?? ""} readOnly />
        )
      }
    </Field>
  );
}
