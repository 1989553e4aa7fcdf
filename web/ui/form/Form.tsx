import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn, useFormContext } from "react-hook-form";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../button/Button.tsx";
import type { FieldProps } from "./Field.tsx";
import { FormLayout } from "./FormLayout.tsx";
import type { SelectOption } from "./Inputs.tsx";

interface FormProps<Typed extends FieldValues, Parsed> {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /** Called with what the schema made of the input; the submit button is busy until it settles. */
  onSubmit: (values: Parsed) => Promise<unknown> | unknown;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** The server's refusal, as it said it. */
  serverError?: string;
  columns?: 1 | 2;
  /** Nothing can be changed or sent for now; what was typed stays, to be read and copied. */
  locked?: boolean;
  /** Where the fields tell of themselves; kept by the caller. */
  fieldInfo?: FieldInfoMap;
  /** One button over the whole width, as on the sign-in page. */
  fullWidthButtons?: boolean;
}

/** A form whose fields need only a name: on a refused submit the first wrong field is focused and all input stays. */
export function Form<Typed extends FieldValues, Parsed>({
  form,
  onSubmit,
  children,
  submitLabel,
  onCancel,
  serverError,
  columns = 2,
  locked = false,
  fieldInfo,
  fullWidthButtons = false,
}: FormProps<Typed, Parsed>) {
  const { isSubmitting } = form.formState;
  const [own] = useState<FieldInfoMap>(() => new Map());
  const around = useMemo(() => ({ locked, fieldInfo: fieldInfo ?? own }), [locked, fieldInfo, own]);

  function handleSubmit(event: FormEvent) {
    // A form in a dialog opened from another form must not submit that one too.
    event.stopPropagation();
    if (locked) return event.preventDefault();
    return form.handleSubmit((values) => onSubmit(values))(event);
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit}>
        <FormLayout
          columns={columns}
          serverError={serverError}
          fullWidthButtons={fullWidthButtons}
          actions={
            <>
              {onCancel && <Button onClick={onCancel}>{locked ? t("Close") : t("Cancel")}</Button>}
              <Button type="submit" variant="primary" busy={isSubmitting} disabled={locked}>
                {submitLabel}
              </Button>
            </>
          }
        >
          <FormContext value={around}>{children}</FormContext>
        </FormLayout>
      </form>
    </FormProvider>
  );
}

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
