import { createContext, useContext, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { sayMessage } from "../lib/language.ts";
import type { FieldProps } from "./Field.tsx";
import type { Option } from "./Select.tsx";

/** What every field of a `Form` takes. */
export interface FormFieldProps extends FieldProps {
  name: string;
}

/** What a field tells of itself beside its value. */
export interface FieldTold {
  label: string;
  /** What it offers, or last offered. */
  options?: readonly Option[];
  /** Its value is for nobody's eyes. */
  secret?: boolean;
}

/** The fields of a form by name, as they have told of themselves. */
export type FieldsTold = Map<string, FieldTold>;

/** What a form is to its fields. */
export interface FormFrame {
  /** Nothing can be changed for now; everything can be read and copied. */
  locked: boolean;
  told: FieldsTold;
}

export const FormAround = createContext<FormFrame>({ locked: false, told: new Map() });

/** The form around a field, what is wrong with the field at the moment, in the language of the screens, and why it cannot be changed. */
export function useFormField(name: string, field?: FieldTold & Pick<FieldProps, "locked">) {
  const form = useFormContext();
  const frame = useContext(FormAround);
  const known = frame.told.get(name)?.options ?? [];
  // What may not be read any more is still the name of what was chosen.
  const options = field?.options?.length ? field.options : known;
  useEffect(() => {
    if (field) frame.told.set(name, { label: field.label, options, secret: field.secret });
  });
  const message = form.getFieldState(name, form.formState).error?.message;
  return {
    form,
    error: message && sayMessage(message),
    locked: field?.locked ?? (frame.locked ? "" : undefined),
    options,
  };
}
