import type { Resource, StoredRow } from "../../../shared/registry.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { idOf } from "../../database/store.ts";
import { insertPlots } from "../../services/ownership.ts";
import { categories, demoResidentHouseNumbers, floors, type House, type RateGroup, types } from "./houses.ts";

export interface SeededPlots {
  /** In the order of the houses. */
  plots: Awaited<ReturnType<typeof insertHouses>>;
  idsOf: (group: RateGroup) => { CategoryID: number; TypeID: number; FloorID: number };
}

/** Inserts categories, types, floors and plots, and links the demo resident to the resident's plots. */
export async function insertPlotsAndLookups(tx: Transaction, houses: readonly House[]): Promise<SeededPlots> {
  const categoryIdOf = await insertLookup(tx, plotCategory, categories);
  const typeIdOf = await insertLookup(tx, plotType, types);
  const floorIdOf = await insertLookup(tx, plotFloor, floors);
  const idsOf = ({ category, type, floor }: RateGroup) => ({
    CategoryID: categoryIdOf(category),
    TypeID: typeIdOf(type),
    FloorID: floorIdOf(floor),
  });
  const plots = await insertHouses(tx, { houses, idsOf });
  await linkResident(tx, plots);
  return { plots, idsOf };
}

function insertHouses(tx: Transaction, { houses, idsOf }: { houses: readonly House[]; idsOf: SeededPlots["idsOf"] }) {
  const rows = houses.map(({ category, type, floor, ...house }) => ({ ...house, ...idsOf({ category, type, floor }) }));
  return insertPlots(tx, rows);
}

async function linkResident(tx: Transaction, plots: SeededPlots["plots"]): Promise<void> {
  const resident = await tx.findFirst(users, { Username: "resident" });
  if (!resident) return;
  const residentPlots = plots.filter(({ HouseNo }) => demoResidentHouseNumbers.includes(HouseNo));
  tx.update(users, resident, { PlotIDs: residentPlots.map(({ PlotID }) => PlotID) });
}

/** Inserts a record for each name. Returns a function from name to id. */
async function insertLookup<Row extends StoredRow>(
  tx: Transaction,
  resource: Resource<Row>,
  names: readonly string[],
): Promise<(name: string) => number> {
  const rows = await tx.insertParsed(
    resource,
    names.map((name) => ({ [resource.titleField]: name })),
  );
  const ids = new Map(rows.map((row): [unknown, number] => [row[resource.titleField], idOf(resource, row)]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`No ${resource.name} is named ${name}`);
    return id;
  };
}
