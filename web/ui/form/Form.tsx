import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn, useFormContext } from "react-hook-form";
import { Button } from "../button/Button.tsx";
import { useUiTexts } from "../UiTexts.tsx";
import type { FieldProps } from "./Field.tsx";
import { FormLayout } from "./FormLayout.tsx";
import type { SelectOption } from "./Inputs.tsx";

interface FormProps<Typed extends FieldValues, Parsed> {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /** Gets the values as parsed by the schema. The submit button is busy until the promise settles. */
  onSubmit: (values: Parsed) => Promise<unknown> | unknown;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** An error of the whole form. */
  serverError?: string;
  columns?: 1 | 2;
  /** Makes all fields read-only and disables the submit button; typed text stays. */
  locked?: boolean;
  /** Filled by the fields; pass one to read the fields' labels and options outside the form. */
  fieldInfo?: FieldInfoMap;
  /** The buttons share the width of the form. */
  fullWidthButtons?: boolean;
}

/** A form for react-hook-form. Its fields (FormFields.tsx) need only a name and a label. */
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
  const texts = useUiTexts();
  const [ownFieldInfo] = useState<FieldInfoMap>(() => new Map());
  const context = useMemo(() => ({ locked, fieldInfo: fieldInfo ?? ownFieldInfo }), [locked, fieldInfo, ownFieldInfo]);

  function handleSubmit(event: FormEvent) {
    // A form in a dialog that was opened from another form must not submit that one too.
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
              {onCancel && <Button onClick={onCancel}>{locked ? texts.close : texts.cancel}</Button>}
              <Button type="submit" variant="primary" busy={isSubmitting} disabled={locked}>
                {submitLabel}
              </Button>
            </>
          }
        >
          <FormContext value={context}>{children}</FormContext>
        </FormLayout>
      </form>
    </FormProvider>
  );
}

export interface FormFieldProps extends FieldProps {
  name: string;
}

/** What the merge conflict dialog needs to show a field's value. */
export interface FieldInfo {
  label: string;
  /** The present options, or the last ones while none can be read. */
  options?: readonly SelectOption[];
  /** The value must not be shown. */
  secret?: boolean;
}

/** By the name of the field. */
export type FieldInfoMap = Map<string, FieldInfo>;

interface FormContextValue {
  locked: boolean;
  fieldInfo: FieldInfoMap;
}

export const FormContext = createContext<FormContextValue>({ locked: false, fieldInfo: new Map() });

/** The form around a field, the field's error (translated), its options and why it is locked (empty: the form says it). */
export function useFormField(name: string, field?: FieldInfo & Pick<FieldProps, "lockedReason">) {
  const form = useFormContext();
  const { translateMessage } = useUiTexts();
  const { locked, fieldInfo } = useContext(FormContext);
  // When the options cannot be read any more, the last ones still name the chosen value.
  const options = field?.options?.length ? field.options : (fieldInfo.get(name)?.options ?? []);
  useEffect(() => {
    if (field) fieldInfo.set(name, { label: field.label, options, secret: field.secret });
  });
  const message = form.getFieldState(name, form.formState).error?.message;
  return {
    form,
    error: message && translateMessage(message),
    lockedReason: field?.lockedReason ?? (locked ? "" : undefined),
    options,
  };
}
