import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { useCategoryOptions, useTypeOptions } from "./PlotFields.tsx";

/** Filters by category and type, stored as `category` and `type` in the URL. */
export function PlotFilters() {
  const [category, onCategoryChange] = useUrlState("category", "");
  const [type, onTypeChange] = useUrlState("type", "");
  return <CategoryAndTypeFilters {...{ category, onCategoryChange, type, onTypeChange }} />;
}

interface CategoryAndTypeFiltersProps {
  category: string;
  onCategoryChange: (category: string) => void;
  type: string;
  onTypeChange: (type: string) => void;
}

export function CategoryAndTypeFilters({
  category,
  onCategoryChange,
  type,
  onTypeChange,
}: CategoryAndTypeFiltersProps) {
  return (
    <>
      <FilterSelect
        label={t("Category")}
        value={category}
        onChange={onCategoryChange}
        placeholder={t("All Categories")}
        options={useCategoryOptions()}
      />
      <FilterSelect
        label={t("Type")}
        value={type}
        onChange={onTypeChange}
        placeholder={t("All Types")}
        options={useTypeOptions()}
      />
    </>
  );
}
