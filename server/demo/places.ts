import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { users } from "../../shared/resources/users.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { categories, floors, type House, residentHouses, types } from "./houses.ts";

type Kind = Pick<House, "category" | "type" | "floor">;

export interface Places {
  /** In the order of the houses. */
  plots: Awaited<ReturnType<typeof insertPlots>>;
  idsOf: (kind: Kind) => { CategoryID: number; TypeID: number; FloorID: number };
}

/** Categories, types, floors and plots; the resident is linked to his. */
export async function insertPlaces(tx: Transaction, houses: readonly House[]): Promise<Places> {
  const categoryIds = idsByName(
    await tx.insertMany(
      plotCategory,
      categories.map((CategoryName) => ({ CategoryName })),
    ),
    (row) => [row.CategoryName, row.CategoryID],
  );
  const typeIds = idsByName(
    await tx.insertMany(
      plotType,
      types.map((TypeName) => ({ TypeName })),
    ),
    (row) => [row.TypeName, row.TypeID],
  );
  const floorIds = idsByName(
    await tx.insertMany(
      plotFloor,
      floors.map((Floor) => ({ Floor })),
    ),
    (row) => [row.Floor, row.FloorID],
  );
  const idsOf = ({ category, type, floor }: Kind) => ({
    CategoryID: categoryIds(category),
    TypeID: typeIds(type),
    FloorID: floorIds(floor),
  });
  const plots = await insertPlots(tx, { houses, idsOf });
  await linkResident(tx, plots);
  return { plots, idsOf };
}

function insertPlots(tx: Transaction, { houses, idsOf }: { houses: readonly House[]; idsOf: Places["idsOf"] }) {
  const rows = houses.map(({ category, type, floor, ...house }) => ({ ...house, ...idsOf({ category, type, floor }) }));
  return tx.insertMany(plot, rows);
}

async function linkResident(tx: Transaction, plots: Places["plots"]): Promise<void> {
  const resident = await tx.first(users, { Username: "resident" });
  if (!resident) return;
  const own = plots.filter(({ HouseNo }) => residentHouses.includes(HouseNo));
  tx.update(users, resident, { PlotIDs: own.map(({ PlotID }) => PlotID) });
}

function idsByName<Row>(rows: readonly Row[], entry: (row: Row) => [string, number]): (name: string) => number {
  const ids = new Map(rows.map(entry));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`Nothing is named ${name}`);
    return id;
  };
}
