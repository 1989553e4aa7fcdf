import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { say } from "../lib/language.ts";
import { useResource } from "../lib/useResource.ts";
import { SelectField } from "../ui/FormSelectField.tsx";
import { SwitchField } from "../ui/FormSwitchField.tsx";
import { TextField } from "../ui/FormTextField.tsx";

/** The fields of a plot; what was settled when it was made stays. */
export function PlotFields({ made }: { made: boolean }) {
  const categories = useResource(plotCategory).rows;
  const types = useResource(plotType).rows;
  const floors = useResource(plotFloor).rows;
  const locked = made ? say("Preset, cannot be changed later") : undefined;
  return (
    <>
      <TextField name="HouseNo" label={say("House No")} locked={locked} />
      <SelectField
        name="CategoryID"
        label={say("Category")}
        locked={locked}
        placeholder={say("Select Category")}
        options={categories.map(({ CategoryID, CategoryName }) => ({ value: CategoryID, label: CategoryName }))}
      />
      <SelectField
        name="TypeID"
        label={say("Type")}
        placeholder={say("Select Type")}
        options={types.map(({ TypeID, TypeName }) => ({ value: TypeID, label: TypeName }))}
      />
      <SelectField
        name="FloorID"
        label={say("Floor")}
        placeholder={say("Select Floor")}
        options={floors.map(({ FloorID, Floor }) => ({ value: FloorID, label: Floor }))}
      />
      <TextField name="OwnerName" label={say("Owner Name")} wide />
      <TextField name="LandlineNo" label={say("Landline No")} type="tel" />
      <TextField name="MobileNo" label={say("Mobile No")} type="tel" />
      <TextField name="EmailID" label={say("Email ID")} type="email" />
      <SwitchField name="IsPlotOnly" label={say("Is Plot Only?")} hint={say("Nothing is built on it")} />
    </>
  );
}
