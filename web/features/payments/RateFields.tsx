import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { monthOptions } from "../../monthOptions.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { SwitchField } from "../../ui/FormSwitchField.tsx";
import { NumberField } from "../../ui/FormTextField.tsx";
import { YearField } from "./YearField.tsx";

/** The fields of a service charge. `hasPlan`: what the plan was made from can no longer be changed. */
export function RateFields({ hasPlan }: { hasPlan: boolean }) {
  const types = useResource(plotType).rows;
  const categories = useResource(plotCategory).rows;
  const floors = useResource(plotFloor).rows;
  const locked = hasPlan ? "" : undefined;
  return (
    <>
      <SelectField
        name="StartMonth"
        label={say("Start Month")}
        options={monthOptions()}
        placeholder={say("Select month")}
        locked={locked}
      />
      <YearField name="StartYear" label={say("Start Year")} locked={locked} />
      <SelectField
        name="EndMonth"
        label={say("End Month")}
        options={monthOptions()}
        placeholder={say("Select month")}
        locked={locked}
      />
      <YearField name="EndYear" label={say("End Year")} locked={locked} />
      <SelectField
        name="PlotTypeID"
        label={say("Type")}
        options={types.map(({ TypeID, TypeName }) => ({ value: TypeID, label: TypeName }))}
        placeholder={say("Select type")}
        locked={locked}
      />
      <SelectField
        name="PlotCategoryID"
        label={say("Category")}
        options={categories.map(({ CategoryID, CategoryName }) => ({ value: CategoryID, label: CategoryName }))}
        placeholder={say("Select category")}
        locked={locked}
      />
      <SelectField
        name="FloorID"
        label={say("Floor")}
        options={floors.map(({ FloorID, Floor }) => ({ value: FloorID, label: Floor }))}
        placeholder={say("Select floor")}
        locked={locked}
      />
      <NumberField name="FloorRate" label={say("Per Floor Rate")} hint={say("Rs a month")} locked={locked} />
      <NumberField
        name="DueOnDay"
        label={say("Due On Day")}
        hint={hasPlan ? undefined : say("In a shorter month, its last day")}
        locked={locked}
      />
      <PenaltyFields locked={locked} />
      <SwitchField
        name="IsActive"
        label={say("Is Active")}
        hint={say("Only an active service charge gets a payment plan")}
        wide
      />
    </>
  );
}

function PenaltyFields({ locked }: { locked: string | undefined }) {
  const { resetField } = useFormContext();
  const applies = useWatch({ name: "IsPenaltyApply" }) === true;

  // What cannot be seen must not keep the form from being saved.
  useEffect(() => {
    if (applies) return;
    resetField("GracePeriodDays");
    resetField("PenaltyAmount");
  }, [applies, resetField]);

  return (
    <>
      <SwitchField
        name="IsPenaltyApply"
        label={say("Apply Penalty")}
        hint={say("Once on each installment paid late")}
        locked={locked}
      />
      {applies && (
        <>
          <NumberField
            name="GracePeriodDays"
            label={say("Grace Period Days")}
            hint={say("After the due day")}
            locked={locked}
          />
          <NumberField name="PenaltyAmount" label={say("Penalty Amount")} hint={say("Rs")} locked={locked} />
        </>
      )}
    </>
  );
}
