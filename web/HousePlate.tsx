import type { PagePath } from "../shared/pages.ts";
import { houseAddress } from "./houseAddress.ts";
import { useMay } from "./lib/session.ts";
import { Plate } from "./ui/Plate.tsx";

interface HousePlateProps {
  house: string;
  category?: string;
  /** In a row only the cursor's own is a tab stop. */
  tabIndex?: 0 | -1;
  /** Opens beside a form, whose typing would be lost. */
  aside?: boolean;
}

/** Where houses are found. Not asked of the resource: its schemas would have to come with the first screen. */
const plots: PagePath = "/society-management?tab=plots";

/** A house number that leads to the house's page, for those who may see it. */
export function HousePlate({ house, ...rest }: HousePlateProps) {
  const open = useMay(plots);
  return <Plate house={house} to={open ? houseAddress(house) : undefined} {...rest} />;
}
