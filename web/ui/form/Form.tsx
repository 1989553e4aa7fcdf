import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import { t } from "../../i18n/t.ts";
import { Button } from "../button/Button.tsx";
import { FormLayout } from "./FormLayout.tsx";
import { type FieldInfoMap, FormContext } from "./useFormField.ts";

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
