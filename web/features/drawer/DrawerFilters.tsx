import { useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";

/** Query parameters of the filters. */
export const drawerFilterParams = ["show", "year"];

/** What the Drawers tab shows: the open drawers, or all drawers or day closes of a year. */
export function useDrawerFilters(): { shown: "open" | "all" | "days"; year: number } {
  const [shown] = useUrlState("show", "");
  const year = useYearParam();
  return { shown: shown === "all" || shown === "days" ? shown : "open", year };
}

/** Chooses what the tab shows; `openCount` is the number beside "Open drawers". */
export function DrawerFilters({ openCount }: { openCount?: number | undefined }) {
  const { shown } = useDrawerFilters();
  const [, setShown] = useUrlState("show", "");
  return (
    <>
      <SegmentedControl
        label={t("Show")}
        value={shown === "open" ? "" : shown}
        onChange={setShown}
        options={[
          { value: "", label: t("Open drawers"), count: openCount },
          { value: "all", label: t("All drawers") },
          { value: "days", label: t("Day closes") },
        ]}
      />
      {shown !== "open" && <YearFilter />}
    </>
  );
}
