import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What plots are used for; one of the three things that decide a service charge. */
export function PlotTypes() {
  const columns = useMemo(columnsOf, []);
  return (
    <ResourceScreen
      resource={plotType}
      title={say("Plot Types")}
      nouns={[say("plot type"), say("plot types")]}
      columns={columns}
      sort="TypeName"
      blank={{ TypeName: "" }}
      fields={() => <TextField name="TypeName" label={say("Type Name")} />}
      oneColumn
      empty={{
        title: say("No plot types yet."),
        text: say("Service charges are set by type, category and floor."),
      }}
    />
  );
}

function columnsOf(): readonly Column<RecordOf<typeof plotType>>[] {
  return [textColumn({ key: "TypeName", title: say("Type"), width: 24, grow: 1, phone: "title" })];
}
