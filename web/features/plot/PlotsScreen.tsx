import { useCallback, useMemo } from "react";
import { houseBalance } from "../../../shared/endpoints/balance.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { PlotFields, plotDefaultValues } from "../../domain/plots/PlotFields.tsx";
import { PlotFilters } from "../../domain/plots/PlotFilters.tsx";
import { buildPlotColumns, type PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useBalanceByHouse } from "../../domain/plots/useBalanceByHouse.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";

/** The register of plots, their owners and what they owe. */
export function PlotsScreen() {
  const [categoryId] = useUrlState("category", "");
  const [typeId] = useUrlState("type", "");
  const matches = useCallback(
    ({ CategoryID, TypeID }: PlotRecord) =>
      (categoryId === "" || String(CategoryID) === categoryId) && (typeId === "" || String(TypeID) === typeId),
    [categoryId, typeId],
  );

  // The column of the balances shows the credit too, so users who may not see the credit do not get it.
  const canViewCredit = useCanCall(houseBalance);
  const balances = useBalanceByHouse(canViewCredit);
  const columns = useMemo(() => buildPlotColumns(balances), [balances]);

  return (
    <ResourceScreen
      resource={plot}
      title={t("Manage Plots")}
      nouns={[t("plot"), t("plots")]}
      columns={columns}
      defaultValues={plotDefaultValues}
      fields={(record) => <PlotFields isExisting={record !== undefined} />}
      leading={({ HouseNo, CategoryName }) => <HouseBadge houseNo={HouseNo} category={CategoryName} />}
      notice={
        <Callout title={t("Important Note")}>
          {t(
            "Number, category and type of a plot, and whether it is a plot only, cannot be changed after it is added. Only the owner's details and the floor plan can.",
          )}
        </Callout>
      }
      filter={{
        paramNames: ["category", "type"],
        matches,
        controls: <PlotFilters />,
      }}
      importKind="plots"
      empty={{
        title: t("No plots yet."),
        text: t("Each plot has a number, a category, a type, floors and an owner."),
      }}
      deleteText={t("The plot disappears from the register. A plot with a payment schedule cannot be deleted.")}
    />
  );
}
