import type { RecordOf } from "../../../shared/registry.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** The blocks of the society; reports and the dashboard sum by them. */
export function PlotCategories() {
  return (
    <ResourceScreen
      resource={plotCategory}
      title="Plot Categories"
      nouns={["plot category", "plot categories"]}
      columns={columns}
      sort="CategoryName"
      blank={{ CategoryName: "" }}
      fields={() => <TextField name="CategoryName" label="Category Name" />}
      oneColumn
      empty={{
        title: "No plot categories yet.",
        text: "Every plot belongs to one, and reports sum by them.",
      }}
    />
  );
}

const columns: readonly Column<RecordOf<typeof plotCategory>>[] = [
  {
    key: "CategoryName",
    title: "Category",
    width: 24,
    grow: 1,
    phone: "title",
    render: ({ CategoryName }) => <Plate house={CategoryName} category={CategoryName} />,
    sortValue: ({ CategoryName }) => CategoryName,
  },
];
