import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";

/** Filters by category and type, stored as `category` and `type` in the URL. */
export function PlotFilters() {
  const categories = useResource(plotCategory).rows;
  const types = useResource(plotType).rows;
  const [category, setCategory] = useUrlState("category", "");
  const [type, setType] = useUrlState("type", "");
  return (
    <>
      <FilterSelect
        label={t("Category")}
        value={category}
        onChange={setCategory}
        placeholder={t("All Categories")}
        options={categories.map(({ CategoryID, CategoryName }) => ({ value: CategoryID, label: CategoryName }))}
      />
      <FilterSelect
        label={t("Type")}
        value={type}
        onChange={setType}
        placeholder={t("All Types")}
        options={types.map(({ TypeID, TypeName }) => ({ value: TypeID, label: TypeName }))}
      />
    </>
  );
}
