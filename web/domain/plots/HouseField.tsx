import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import { useResource } from "../../live/useResource.ts";
import { Field, Input } from "../../ui/form/Field.tsx";
import { type FormFieldProps, useFormField } from "../../ui/form/Form.tsx";
import { findHouse } from "./houseSearch.ts";

/**
 * A house by its number, which the user types; all numbers are suggested. The value is the PlotID, `undefined` while no
 * house has that number.
 */
export function HouseField({ name, ...field }: FormFieldProps) {
  const canList = useCanList(plot);
  const { rows } = useResource(plot, canList ? undefined : null);
  const { form, error, lockedReason } = useFormField(name, {
    ...field,
    options: rows.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo })),
  });
  const plotId: unknown = useWatch({ name });
  const [typedText, setTypedText] = useState<string>();
  const listId = useId();
  const { ref } = form.register(name);

  function handleChange(text: string) {
    setTypedText(text);
    form.setValue(name, findHouse(rows, text)?.PlotID, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  }

  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            ref={ref}
            dir="ltr"
            autoComplete="off"
            list={listId}
            readOnly={lockedReason !== undefined}
            value={typedText ?? rows.find(({ PlotID }) => PlotID === plotId)?.HouseNo ?? ""}
            onChange={(event) => handleChange(event.target.value)}
          />
          <datalist id={listId}>
            {rows.map(({ PlotID, HouseNo }) => (
              <option key={PlotID} value={HouseNo} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
