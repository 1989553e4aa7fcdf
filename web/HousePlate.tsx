import { plot } from "../shared/resources/plot.ts";
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

/** A house number that leads to the house's page, for those who may see it. */
export function HousePlate({ house, ...rest }: HousePlateProps) {
  const { page, flag } = plot.guards.list;
  const open = useMay(page, flag);
  return <Plate house={house} to={open ? houseAddress(house) : undefined} {...rest} />;
}
