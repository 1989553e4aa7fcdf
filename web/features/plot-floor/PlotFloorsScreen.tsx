import type { RecordOf } from "../../../shared/registry.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { t } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/**
 * The floors that a plot can have, for example `Ground + 1`. A service charge depends on type, category and floor of
 * the plot.
 */
export function PlotFloorsScreen() {
  return (
    <ResourceScreen
      resource={plotFloor}
      title={t("Plot Floors")}
      nouns={[t("plot floor"), t("plot floors")]}
      columns={buildColumns}
      defaultValues={{ Floor: "" }}
      fields={() => <TextField name="Floor" label={t("Floor")} />}
      empty={{
        title: t("No plot floors yet."),
        text: t("Service charges are set by type, category and floor."),
      }}
    />
  );
}

function buildColumns(): readonly Column<RecordOf<typeof plotFloor>>[] {
  return [textColumn({ key: "Floor", title: t("Floor"), width: 24, grow: 1, mobileSlot: "title" })];
}
