import { createContext, useContext, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { translateMessage } from "../../i18n/t.ts";
import type { FieldProps } from "./Field.tsx";
import type { SelectOption } from "./Select.tsx";

/** What every field of a `Form` takes. */
export interface FormFieldProps extends FieldProps {
  name: string;
}

/** What a field tells of itself beside its value. */
export interface FieldInfo {
  label: string;
  /** What it offers, or last offered. */
  options?: readonly SelectOption[];
  /** Its value is for nobody's eyes. */
  secret?: boolean;
}

/** The fields of a form by name, as they have told of themselves. */
export type FieldInfoMap = Map<string, FieldInfo>;

/** What a form is to its fields. */
export interface FormContextValue {
  /** Nothing can be changed for now; everything can be read and copied. */
  locked: boolean;
  fieldInfo: FieldInfoMap;
}

export const FormContext = createContext<FormContextValue>({ locked: false, fieldInfo: new Map() });

/** The form around a field, what is wrong with the field at the moment, in the language of the screens, and why it cannot be changed. */
export function useFormField(name: string, field?: FieldInfo & Pick<FieldProps, "lockedReason">) {
  const form = useFormContext();
  const frame = useContext(FormContext);
  const known = frame.fieldInfo.get(name)?.options ?? [];
  // What may not be read any more is still the name of what was chosen.
  const options = field?.options?.length ? field.options : known;
  useEffect(() => {
    if (field) frame.fieldInfo.set(name, { label: field.label, options, secret: field.secret });
  });
  const message = form.getFieldState(name, form.formState).error?.message;
  return {
    form,
    error: message && translateMessage(message),
    lockedReason: field?.lockedReason ?? (frame.locked ? "" : undefined),
    options,
  };
}
