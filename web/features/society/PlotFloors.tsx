import type { RecordOf } from "../../../shared/registry.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** How high plots are built; one of the three things that decide a service charge. */
export function PlotFloors() {
  return (
    <ResourceScreen
      resource={plotFloor}
      title="Plot Floors"
      nouns={["plot floor", "plot floors"]}
      columns={columns}
      sort="Floor"
      blank={{ Floor: "" }}
      fields={() => <TextField name="Floor" label="Floor" />}
      oneColumn
      empty={{
        title: "No plot floors yet.",
        text: "Service charges are set by type, category and floor.",
      }}
    />
  );
}

const columns: readonly Column<RecordOf<typeof plotFloor>>[] = [
  {
    key: "Floor",
    title: "Floor",
    width: 24,
    grow: 1,
    phone: "title",
    render: ({ Floor }) => Floor,
    sortValue: ({ Floor }) => Floor,
  },
];
