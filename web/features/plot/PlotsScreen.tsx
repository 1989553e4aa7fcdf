import { useCallback, useMemo } from "react";
import { outstandingByHouse } from "../../../shared/endpoints/balance.ts";
import { sumRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { PlotFields, plotDefaultValues } from "../../domain/plots/PlotFields.tsx";
import { PlotFilters } from "../../domain/plots/PlotFilters.tsx";
import { buildPlotColumns, type HouseBalances, type PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { balanceTopics } from "../../domain/receipts/useHouseBalance.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";

/** What each house owes less its credit, live; undefined while loading and without the right to see it. */
function useHouseBalances(): HouseBalances | undefined {
  const path = useCanCall(outstandingByHouse) ? outstandingByHouse.path : null;
  const { data } = useLiveRequest<{ data: { PlotID: number; Outstanding: number; Credit: number }[] }>(
    path,
    balanceTopics,
  );
  return useMemo(
    () =>
      data && new Map(data.data.map(({ PlotID, Outstanding, Credit }) => [PlotID, sumRupees([Outstanding, -Credit])])),
    [data],
  );
}

/** The register of plots, their owners and what they owe. */
export function PlotsScreen() {
  const [category] = useUrlState("category", "");
  const [type] = useUrlState("type", "");
  const matches = useCallback(
    ({ CategoryID, TypeID }: PlotRecord) =>
      (category === "" || String(CategoryID) === category) && (type === "" || String(TypeID) === type),
    [category, type],
  );

  const balances = useHouseBalances();
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
