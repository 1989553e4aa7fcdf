import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { useResource } from "../../lib/useResource.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { SwitchField } from "../../ui/FormSwitchField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";

const preset = "Preset, cannot be changed later";

/** The fields of a plot; what was settled when it was made stays. */
export function PlotFields({ made }: { made: boolean }) {
  const categories = useResource(plotCategory).rows;
  const types = useResource(plotType).rows;
  const floors = useResource(plotFloor).rows;
  const locked = made ? preset : undefined;
  return (
    <>
      <TextField name="HouseNo" label="House No" locked={locked} />
      <SelectField
        name="CategoryID"
        label="Category"
        locked={locked}
        placeholder="Select Category"
        options={categories.map(({ CategoryID, CategoryName }) => ({ value: CategoryID, label: CategoryName }))}
      />
      <SelectField
        name="TypeID"
        label="Type"
        placeholder="Select Type"
        options={types.map(({ TypeID, TypeName }) => ({ value: TypeID, label: TypeName }))}
      />
      <SelectField
        name="FloorID"
        label="Floor"
        placeholder="Select Floor"
        options={floors.map(({ FloorID, Floor }) => ({ value: FloorID, label: Floor }))}
      />
      <TextField name="OwnerName" label="Owner Name" wide />
      <TextField name="LandlineNo" label="Landline No" type="tel" />
      <TextField name="MobileNo" label="Mobile No" type="tel" />
      <TextField name="EmailID" label="Email ID" type="email" />
      <SwitchField name="IsPlotOnly" label="Is Plot Only?" hint="Nothing is built on it" />
    </>
  );
}
