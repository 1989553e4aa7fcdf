import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { SelectField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";

/** The fields of a plot. Of an existing plot, only floor and owner's details can be changed. */
export function PlotFields({ isExisting }: { isExisting: boolean }) {
  const locked = isExisting ? t("Cannot be changed later") : undefined;
  return (
    <>
      <TextField name="HouseNo" label={t("House No")} lockedReason={locked} />
      <SelectField
        name="CategoryID"
        label={t("Category")}
        lockedReason={locked}
        placeholder={t("Select Category")}
        options={useCategoryOptions()}
      />
      <SelectField
        name="TypeID"
        label={t("Type")}
        lockedReason={locked}
        placeholder={t("Select Type")}
        options={useTypeOptions()}
      />
      <SelectField
        name="FloorID"
        label={t("Floor")}
        placeholder={t("Select Floor")}
        options={useFloorOptions()}
        hint={isExisting ? t("For a floor that changes the charge, use Move on the page of the house") : undefined}
      />
      <TextField
        name="OwnerName"
        label={t("Owner Name")}
        fullWidth
        hint={isExisting ? t("To correct a spelling. For a new owner, transfer the house on its page.") : undefined}
      />
      <TextField name="LandlineNo" label={t("Landline No")} type="tel" />
      <TextField name="MobileNo" label={t("Mobile No")} type="tel" />
      <TextField name="EmailID" label={t("Email ID")} type="email" />
      <TextField name="CNIC" label={t("CNIC")} hint={isExisting ? t("Leave empty to keep it") : undefined} />
      <SwitchField
        name="IsPlotOnly"
        label={t("Is Plot Only?")}
        lockedReason={locked}
        hint={t("There is no building on the plot")}
      />
    </>
  );
}

/** Values of a new plot's form. */
export const plotDefaultValues = {
  HouseNo: "",
  CategoryID: undefined,
  TypeID: undefined,
  FloorID: undefined,
  OwnerName: "",
  LandlineNo: "",
  MobileNo: "",
  EmailID: "",
  CNIC: undefined,
  IsPlotOnly: false,
};

export function useCategoryOptions() {
  return useResource(plotCategory).rows.map(({ CategoryID, CategoryName }) => ({
    value: CategoryID,
    label: CategoryName,
  }));
}

export function useTypeOptions() {
  return useResource(plotType).rows.map(({ TypeID, TypeName }) => ({ value: TypeID, label: TypeName }));
}

export function useFloorOptions() {
  return useResource(plotFloor).rows.map(({ FloorID, Floor }) => ({ value: FloorID, label: Floor }));
}
