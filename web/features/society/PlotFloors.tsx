import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** How high plots are built; one of the three things that decide a service charge. */
export function PlotFloors() {
  const columns = useMemo(columnsOf, []);
  return (
    <ResourceScreen
      resource={plotFloor}
      title={say("Plot Floors")}
      nouns={[say("plot floor"), say("plot floors")]}
      columns={columns}
      sort="Floor"
      blank={{ Floor: "" }}
      fields={() => <TextField name="Floor" label={say("Floor")} />}
      oneColumn
      empty={{
        title: say("No plot floors yet."),
        text: say("Service charges are set by type, category and floor."),
      }}
    />
  );
}

function columnsOf(): readonly Column<RecordOf<typeof plotFloor>>[] {
  return [textColumn({ key: "Floor", title: say("Floor"), width: 24, grow: 1, phone: "title" })];
}
