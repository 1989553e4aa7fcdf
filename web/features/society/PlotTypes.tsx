import type { RecordOf } from "../../../shared/registry.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What plots are used for; one of the three things that decide a service charge. */
export function PlotTypes() {
  return (
    <ResourceScreen
      resource={plotType}
      title="Plot Types"
      nouns={["plot type", "plot types"]}
      columns={columns}
      sort="TypeName"
      blank={{ TypeName: "" }}
      fields={() => <TextField name="TypeName" label="Type Name" />}
      oneColumn
      empty={{
        title: "No plot types yet.",
        text: "Service charges are set by type, category and floor.",
      }}
    />
  );
}

const columns: readonly Column<RecordOf<typeof plotType>>[] = [
  {
    key: "TypeName",
    title: "Type",
    width: 24,
    grow: 1,
    phone: "title",
    render: ({ TypeName }) => TypeName,
    sortValue: ({ TypeName }) => TypeName,
  },
];
