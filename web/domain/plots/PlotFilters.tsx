import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { useCategoryOptions, useTypeOptions } from "./PlotFields.tsx";

/** Filters by category and type, stored as `category` and `type` in the URL. */
export function PlotFilters() {
  const [category, setCategory] = useUrlState("category", "");
  const [type, setType] = useUrlState("type", "");
  return (
    <>
      <FilterSelect
        label={t("Category")}
        value={category}
        onChange={setCategory}
        placeholder={t("All Categories")}
        options={useCategoryOptions()}
      />
      <FilterSelect
        label={t("Type")}
        value={type}
        onChange={setType}
        placeholder={t("All Types")}
        options={useTypeOptions()}
      />
    </>
  );
}
