import { useFormContext } from "react-hook-form";
import { sayMessage } from "../lib/language.ts";
import type { FieldProps } from "./Field.tsx";

/** What every field of a `Form` takes. */
export interface FormFieldProps extends FieldProps {
  name: string;
}

/** The form around a field, and what is wrong with the field at the moment, in the language of the screens. */
export function useFormField(name: string) {
  const form = useFormContext();
  const message = form.getFieldState(name, form.formState).error?.message;
  return { form, error: message && sayMessage(message) };
}
