import { useContext, useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import { plot } from "../../../shared/resources/plot.ts";
import { PageRevokedContext } from "../../api/pageRevoked.ts";
import { houseUrl } from "../../domain/houseUrl.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LoadError } from "../../ui/feedback/LoadError.tsx";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { HouseDetails } from "./HousePage.tsx";

/** All about one house; its number stands in the address, in capitals or not. */
export function HousePage() {
  const { HouseNo = "" } = useParams();
  const { search } = useLocation();
  const list = useResource(plot);
  const pageGone = useContext(PageRevokedContext);
  const house = list.rows.find((row) => hasHouseNo(row, HouseNo));
  const [seen, setSeen] = useState<PlotRecord>();
  if (house && house !== seen) setSeen(house);

  if (house && house.HouseNo !== HouseNo) return <Navigate to={`${houseUrl(house.HouseNo)}${search}`} replace />;
  // Withdrawn while somebody types: out of sight, it stays for their form.
  const shown = house ?? (pageGone ? seen : undefined);
  if (shown) return <HouseDetails key={shown.PlotID} house={shown} plots={list} />;
  if (list.status === "loading")
    return (
      <Page title={HouseNo}>
        <Skeleton />
      </Page>
    );
  return (
    <Page title={HouseNo}>
      {list.status === "failed" ? (
        <LoadError title={list.error?.message ?? ""} onRetry={list.refetch} />
      ) : (
        <HouseNotFound wasRemoved={seen !== undefined && hasHouseNo(seen, HouseNo)} />
      )}
    </Page>
  );
}

function HouseNotFound({ wasRemoved }: { wasRemoved: boolean }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      title={
        wasRemoved
          ? t("This house was just deleted, or is no longer yours to see")
          : t("This house does not exist, or is not yours to see")
      }
      text={
        wasRemoved
          ? t("What you saw of it is closed.")
          : t("Check the number in the address, or look for the house in the list.")
      }
      action={<Button onClick={() => void navigate(plot.guards.list.page)}>{t("Go to the plots")}</Button>}
    />
  );
}

/** As the register has it: no two numbers differ in capitals only. */
function hasHouseNo(house: PlotRecord, number: string): boolean {
  return house.HouseNo.toLowerCase() === number.trim().toLowerCase();
}
