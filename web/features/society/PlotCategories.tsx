import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { say } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** The blocks of the society; reports and the dashboard sum by them. */
export function PlotCategories() {
  const columns = useMemo(columnsOf, []);
  return (
    <ResourceScreen
      resource={plotCategory}
      title={say("Plot Categories")}
      nouns={[say("plot category"), say("plot categories")]}
      columns={columns}
      sort="CategoryName"
      blank={{ CategoryName: "" }}
      fields={() => <TextField name="CategoryName" label={say("Category Name")} />}
      oneColumn
      empty={{
        title: say("No plot categories yet."),
        text: say("Every plot belongs to one, and reports sum by them."),
      }}
    />
  );
}

function columnsOf(): readonly Column<RecordOf<typeof plotCategory>>[] {
  return [
    {
      key: "CategoryName",
      title: say("Category"),
      width: 24,
      grow: 1,
      phone: "title",
      render: ({ CategoryName }) => <Plate house={CategoryName} category={CategoryName} />,
      sortValue: ({ CategoryName }) => CategoryName,
    },
  ];
}
