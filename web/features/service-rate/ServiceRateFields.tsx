import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useCategoryOptions, useFloorOptions, useTypeOptions } from "../../domain/plots/PlotFields.tsx";
import { buildMonthOptions } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { NumberField, SelectField, SwitchField } from "../../ui/form/FormFields.tsx";
import { YearField } from "./YearField.tsx";

/** The fields of a service charge. Once it has a plan, only IsActive can be changed. */
export function ServiceRateFields({ hasPlan }: { hasPlan: boolean }) {
  // Empty, because the form's notice gives the reason.
  const lockedReason = hasPlan ? "" : undefined;
  return (
    <>
      <SelectField
        name="StartMonth"
        label={t("Start Month")}
        options={buildMonthOptions()}
        placeholder={t("Select month")}
        lockedReason={lockedReason}
      />
      <YearField name="StartYear" label={t("Start Year")} lockedReason={lockedReason} />
      <SelectField
        name="EndMonth"
        label={t("End Month")}
        options={buildMonthOptions()}
        placeholder={t("Select month")}
        lockedReason={lockedReason}
      />
      <YearField name="EndYear" label={t("End Year")} lockedReason={lockedReason} />
      <SelectField
        name="PlotTypeID"
        label={t("Type")}
        options={useTypeOptions()}
        placeholder={t("Select type")}
        lockedReason={lockedReason}
      />
      <SelectField
        name="PlotCategoryID"
        label={t("Category")}
        options={useCategoryOptions()}
        placeholder={t("Select category")}
        lockedReason={lockedReason}
      />
      <SelectField
        name="FloorID"
        label={t("Floor")}
        options={useFloorOptions()}
        placeholder={t("Select floor")}
        lockedReason={lockedReason}
      />
      <NumberField name="FloorRate" label={t("Per Floor Rate")} hint={t("Rs a month")} lockedReason={lockedReason} />
      <NumberField
        name="DueOnDay"
        label={t("Due On Day")}
        hint={hasPlan ? undefined : t("In a shorter month, its last day")}
        lockedReason={lockedReason}
      />
      <PenaltyFields lockedReason={lockedReason} />
      <SwitchField
        name="IsActive"
        label={t("Is Active")}
        hint={t("Only an active service charge gets a payment plan")}
        fullWidth
      />
    </>
  );
}

function PenaltyFields({ lockedReason }: { lockedReason: string | undefined }) {
  const { resetField } = useFormContext();
  const appliesPenalty = useWatch({ name: "IsPenaltyApply" }) === true;

  // Reset hidden fields, because an invalid value in one would block saving.
  useEffect(() => {
    if (appliesPenalty) return;
    resetField("GracePeriodDays");
    resetField("PenaltyAmount");
  }, [appliesPenalty, resetField]);

  return (
    <>
      <SwitchField
        name="IsPenaltyApply"
        label={t("Apply Penalty")}
        hint={t("Once on each installment paid late")}
        lockedReason={lockedReason}
      />
      {appliesPenalty && (
        <>
          <NumberField
            name="GracePeriodDays"
            label={t("Grace Period Days")}
            hint={t("After the due day")}
            lockedReason={lockedReason}
          />
          <NumberField name="PenaltyAmount" label={t("Penalty Amount")} hint={t("Rs")} lockedReason={lockedReason} />
        </>
      )}
    </>
  );
}
