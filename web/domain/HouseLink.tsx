import type { PagePath } from "../../shared/pages.ts";
import { useCan } from "../api/session.ts";
import { HouseBadge } from "./HouseBadge.tsx";
import { houseUrl } from "./houseUrl.ts";

interface HouseLinkProps {
  house: string;
  category?: string;
  /** In a row only the cursor's own is a tab stop. */
  tabIndex?: 0 | -1;
  /** Opens beside a form, whose typing would be lost. */
  newTab?: boolean;
}

/** Where houses are found. Not asked of the resource: its schemas would have to come with the first screen. */
const plotsPage: PagePath = "/society-management?tab=plots";

/** A house number that leads to the house's page, for those who may see it. */
export function HouseLink({ house, ...rest }: HouseLinkProps) {
  const open = useCan(plotsPage);
  return <HouseBadge house={house} to={open ? houseUrl(house) : undefined} {...rest} />;
}
