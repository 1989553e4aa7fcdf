import { useController } from "react-hook-form";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Field } from "../../ui/form/Field.tsx";
import { type FormFieldProps, useFormField } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import { HouseCombobox } from "./HouseCombobox.tsx";
import type { PlotSummary } from "./houseSearch.ts";

/**
 * A house, found by number, owner or phone. The value is the PlotID, `undefined` while the text is not the number of a
 * house.
 */
export function HouseField({ name, ...field }: FormFieldProps) {
  const { rows } = useResource(plot);
  const { form, error, lockedReason } = useFormField(name, {
    ...field,
    options: rows.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo })),
  });
  // Not `register`, which would write the id into the input.
  const { field: controller } = useController({ name });

  function setHouse(house: PlotSummary | undefined) {
    form.setValue(name, house?.PlotID, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  return (
    <Field {...field} hint={describeSearch(lockedReason)} lockedReason={lockedReason} error={error}>
      {(control) => (
        <HouseCombobox
          {...control}
          ref={controller.ref}
          readOnly={lockedReason !== undefined}
          text={rows.find(({ PlotID }) => PlotID === controller.value)?.HouseNo ?? ""}
          onType={(_text, house) => setHouse(house)}
          onPick={setHouse}
        />
      )}
    </Field>
  );
}

interface HouseNumberFieldProps extends FormFieldProps {
  /** Enter on the number of a house goes to this field instead of submitting the form. */
  nextField?: string;
}

/** A house. The value is its number or any other typed text; users who may not list plots get a plain text field. */
export function HouseNumberField({ nextField, ...field }: HouseNumberFieldProps) {
  return useCanList(plot) ? <SearchedHouseNumberField {...field} nextField={nextField} /> : <TextField {...field} />;
}

function SearchedHouseNumberField({ name, nextField, ...field }: FormFieldProps & { nextField: string | undefined }) {
  const { error, lockedReason } = useFormField(name, field);
  return (
    <Field {...field} hint={describeSearch(lockedReason)} lockedReason={lockedReason} error={error}>
      {(control) => (
        <HouseNumberCombobox
          {...control}
          name={name}
          readOnly={lockedReason !== undefined}
          onComplete={nextField === undefined ? undefined : ({ form }) => focusField(form, nextField)}
        />
      )}
    </Field>
  );
}

function describeSearch(lockedReason: string | undefined): string | undefined {
  return lockedReason === undefined ? t("Number, owner or phone") : undefined;
}

/** Focuses the field and selects its text at once; setFocus uses a timer, which can run after the user's next keys. */
function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

type HouseNumberComboboxProps = Omit<Parameters<typeof HouseCombobox>[0], "text" | "onType" | "onPick"> & {
  name: string;
};

/** The input of a HouseNumberField, connected to the surrounding form. */
export function HouseNumberCombobox({ name, ...input }: HouseNumberComboboxProps) {
  const { form } = useFormField(name);
  const { field } = useController({ name });
  const houseNo: unknown = field.value;

  function setHouseNo(newHouseNo: string) {
    form.setValue(name, newHouseNo, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  return (
    <HouseCombobox
      {...input}
      ref={field.ref}
      name={name}
      text={String(houseNo ?? "")}
      onType={setHouseNo}
      onPick={({ HouseNo }) => setHouseNo(HouseNo)}
    />
  );
}
