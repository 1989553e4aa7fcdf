import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { moveFormSchema } from "../../../shared/endpoints/revision.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { useFloorOptions, useTypeOptions } from "../../domain/plots/PlotFields.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { RevisionDialog } from "../../domain/revision/RevisionDialog.tsx";
import { buildMonthOptions } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { SelectField } from "../../ui/form/FormFields.tsx";

/** How many years before and after this one are offered. */
const yearsPerSide = 3;

interface MoveHouseDialogProps {
  house: PlotRecord;
  today: Day;
  onClose: () => void;
}

/** Gives a house another type or floor from a month on, after a preview of the changed installments. */
export function MoveHouseDialog({ house, today, onClose }: MoveHouseDialogProps) {
  const { year, month } = monthOf(today);
  const { TypeID, FloorID } = house;
  const form = useForm({
    resolver: zodResolver(moveFormSchema),
    defaultValues: { TypeID, FloorID, FromMonth: month, FromYear: year },
  });
  // Nothing is previewed until another type or floor is chosen.
  const changedMoveForm = moveFormSchema.refine((move) => move.TypeID !== TypeID || move.FloorID !== FloorID);
  const years = Array.from({ length: 2 * yearsPerSide + 1 }, (_, index) => year - yearsPerSide + index);
  return (
    <RevisionDialog
      title={t("Move to another type or floor")}
      recordName={t("House {house}", { house: house.HouseNo })}
      leading={<HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />}
      description={t(
        "From this month on, the house pays the charges of its new type and floor. For paid months, the difference becomes credit or a charge.",
      )}
      form={form}
      schema={changedMoveForm}
      path={`/plot/${house.PlotID}/move`}
      submitLabel={t("Move")}
      isOneHouse
      onClose={onClose}
    >
      <SelectField name="TypeID" label={t("Type")} options={useTypeOptions()} />
      <SelectField name="FloorID" label={t("Floor")} options={useFloorOptions()} />
      <SelectField name="FromMonth" label={t("From month")} options={buildMonthOptions()} />
      <SelectField
        name="FromYear"
        label={t("Year")}
        options={years.map((each) => ({ value: each, label: String(each) }))}
      />
    </RevisionDialog>
  );
}
