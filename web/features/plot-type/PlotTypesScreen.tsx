import type { RecordOf } from "../../../shared/registry.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { t } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The kinds of plots, such as residential. A service charge depends on type, category and floor of the plot. */
export function PlotTypesScreen() {
  return (
    <ResourceScreen
      resource={plotType}
      title={t("Plot Types")}
      nouns={[t("plot type"), t("plot types")]}
      columns={buildColumns}
      defaultValues={{ TypeName: "" }}
      fields={() => <TextField name="TypeName" label={t("Type Name")} />}
      empty={{
        title: t("No plot types yet."),
        text: t("Service charges are set by type, category and floor."),
      }}
    />
  );
}

function buildColumns(): readonly Column<RecordOf<typeof plotType>>[] {
  return [textColumn({ key: "TypeName", title: t("Type"), width: 24, grow: 1, mobileSlot: "title" })];
}
