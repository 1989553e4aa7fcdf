import type { RecordOf } from "../../../shared/registry.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { t } from "../../i18n/t.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The categories of plots, for example blocks; reports and the dashboard show totals for each. */
export function PlotCategoriesScreen() {
  return (
    <ResourceScreen
      resource={plotCategory}
      title={t("Plot Categories")}
      nouns={[t("plot category"), t("plot categories")]}
      columns={buildColumns}
      defaultValues={{ CategoryName: "" }}
      fields={() => <TextField name="CategoryName" label={t("Category Name")} />}
      empty={{
        title: t("No plot categories yet."),
        text: t("Every plot belongs to one, and reports show totals for each."),
      }}
    />
  );
}

function buildColumns(): readonly Column<RecordOf<typeof plotCategory>>[] {
  return [
    {
      key: "CategoryName",
      title: t("Category"),
      width: 24,
      grow: 1,
      mobileSlot: "title",
      render: ({ CategoryName }) => <CategoryBadge category={CategoryName} />,
      sortValue: ({ CategoryName }) => CategoryName,
    },
  ];
}
