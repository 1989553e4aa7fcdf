import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn, useFormContext } from "react-hook-form";
import { Button } from "../button/Button.tsx";
import { useReportUnsavedInput } from "../dialog/unsavedInput.ts";
import { useUiTexts } from "../uiTexts.ts";
import type { CommonFieldProps } from "./Field.tsx";
import { FormLayout } from "./FormLayout.tsx";
import type { SelectOption } from "./Inputs.tsx";

/** `Typed` is the type of the values as typed, `Parsed` that of the values that the schema returns. */
interface FormProps<Typed extends FieldValues, Parsed> {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /** Called with the values parsed by the schema. The submit button is busy until the promise settles. */
  onSubmit: (values: Parsed) => Promise<unknown> | unknown;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** An error of the whole form. */
  formError?: string;
  /** What the user can do about `formError` or the errors of fields. */
  errorHint?: string | undefined;
  columns?: 1 | 2;
  /** Makes all fields read-only and disables the submit button; keeps the typed text. */
  locked?: boolean;
  /** Disables the submit button only. */
  submitDisabled?: boolean;
  /** Disables Cancel, which keeps its place, while the caller sends the values itself. */
  cancelDisabled?: boolean;
  /** The fields register here; pass a map to read their labels and options outside the form. */
  fieldInfo?: FieldInfoMap;
  /** The buttons fill the width of the form. */
  fullWidthButtons?: boolean;
}

/** A form for react-hook-form. Its fields (FormFields.tsx) need only a name and a label. */
export function Form<Typed extends FieldValues, Parsed>({
  form,
  onSubmit,
  children,
  submitLabel,
  onCancel,
  formError,
  errorHint,
  columns = 2,
  locked = false,
  submitDisabled = false,
  cancelDisabled = false,
  fieldInfo,
  fullWidthButtons = false,
}: FormProps<Typed, Parsed>) {
  const { isSubmitting, isDirty } = form.formState;
  useReportUnsavedInput(isDirty ? (locked ? "locked" : "editable") : undefined);
  const texts = useUiTexts();
  const [defaultFieldInfo] = useState<FieldInfoMap>(() => new Map());
  const context = useMemo(
    () => ({ locked, fieldInfo: fieldInfo ?? defaultFieldInfo }),
    [locked, fieldInfo, defaultFieldInfo],
  );

  function handleSubmit(event: FormEvent) {
    // React bubbles the event from a dialog to the form that opened it, which must not be submitted too.
    event.stopPropagation();
    if (locked || submitDisabled) return event.preventDefault();
    return form.handleSubmit((values) => onSubmit(values))(event);
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit}>
        <FormLayout
          columns={columns}
          formError={formError}
          errorHint={errorHint}
          fullWidthButtons={fullWidthButtons}
          busy={isSubmitting}
          actions={
            <>
              {onCancel && (
                <Button onClick={onCancel} disabled={cancelDisabled}>
                  {locked && !cancelDisabled ? texts.close : texts.cancel}
                </Button>
              )}
              <Button type="submit" variant="primary" busy={isSubmitting} disabled={locked || submitDisabled}>
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

export interface FormFieldProps extends CommonFieldProps {
  name: string;
}

/** What another component, such as the dialog of a merge conflict, needs to show the value of a field. */
export interface FieldInfo {
  label: string;
  /** The current options; the last known ones while the user may not load them. */
  options?: readonly SelectOption[];
  /** The value must not be shown. */
  secret?: boolean;
}

/** Keyed by field name. */
export type FieldInfoMap = Map<string, FieldInfo>;

interface FormContextValue {
  locked: boolean;
  fieldInfo: FieldInfoMap;
}

export const FormContext = createContext<FormContextValue>({ locked: false, fieldInfo: new Map() });

/**
 * Connects a field to the surrounding form. Returns the translated error, the options, and `lockedReason`, which is
 * undefined for an editable field and empty for a field that is locked without a reason of its own. With `field`, also
 * registers the field in `fieldInfo`.
 */
export function useFormField(name: string, field?: FieldInfo & Pick<CommonFieldProps, "lockedReason">) {
  const form = useFormContext();
  const { translateMessage } = useUiTexts();
  const { locked, fieldInfo } = useContext(FormContext);
  // When the options can no longer be loaded, the last known ones still name the selected value.
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
