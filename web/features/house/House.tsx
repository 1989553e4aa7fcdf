import { useContext, useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import { plot } from "../../../shared/resources/plot.ts";
import { houseAddress } from "../../houseAddress.ts";
import { say } from "../../lib/language.ts";
import { PageWithdrawn } from "../../lib/pageWithdrawn.ts";
import { useResource } from "../../lib/useResource.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { UnreadState } from "../../ui/UnreadState.tsx";
import { HousePage } from "./HousePage.tsx";

/** All about one house; its number stands in the address, in capitals or not. */
export function House() {
  const { HouseNo = "" } = useParams();
  const { search } = useLocation();
  const list = useResource(plot);
  const pageGone = useContext(PageWithdrawn);
  const house = list.rows.find((row) => isCalled(row, HouseNo));
  const [seen, setSeen] = useState<PlotRecord>();
  if (house && house !== seen) setSeen(house);

  if (house && house.HouseNo !== HouseNo) return <Navigate to={`${houseAddress(house.HouseNo)}${search}`} replace />;
  // Withdrawn while somebody types: out of sight, it stays for their form.
  const shown = house ?? (pageGone ? seen : undefined);
  if (shown) return <HousePage key={shown.PlotID} house={shown} plots={list} />;
  if (list.status === "loading")
    return (
      <Page title={HouseNo}>
        <Skeleton />
      </Page>
    );
  return (
    <Page title={HouseNo}>
      {list.status === "failed" ? (
        <UnreadState title={list.problem?.message ?? ""} onAgain={list.again} />
      ) : (
        <Missing gone={seen !== undefined && isCalled(seen, HouseNo)} />
      )}
    </Page>
  );
}

function Missing({ gone }: { gone: boolean }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      title={
        gone
          ? say("This house was just deleted, or is no longer yours to see")
          : say("This house does not exist, or is not yours to see")
      }
      text={
        gone
          ? say("What you saw of it is closed.")
          : say("Check the number in the address, or look for the house in the list.")
      }
      action={<Button onClick={() => void navigate(plot.guards.list.page)}>{say("Go to the plots")}</Button>}
    />
  );
}

/** As the register has it: no two numbers differ in capitals only. */
function isCalled(house: PlotRecord, number: string): boolean {
  return house.HouseNo.toLowerCase() === number.trim().toLowerCase();
}
