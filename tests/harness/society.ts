import type { Transaction } from "../../server/commits/transaction.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";

export type Society = Awaited<ReturnType<typeof createSociety>>;

/** Four categories, two types, two floors, and the plots of the two residents, which are alike. */
export async function createSociety(tx: Transaction) {
  const [A, B, C, R] = await tx.insertMany(
    plotCategory,
    ["A", "B", "C", "R"].map((CategoryName) => ({ CategoryName })),
  );
  const [residential, commercial] = await tx.insertMany(
    plotType,
    ["Residential", "Commercial"].map((TypeName) => ({ TypeName })),
  );
  const [ground, first] = await tx.insertMany(
    plotFloor,
    ["Ground", "First"].map((Floor) => ({ Floor })),
  );
  if (!A || !B || !C || !R || !residential || !commercial || !ground || !first)
    throw new Error("The society was not made");
  const alike = { CategoryID: A.CategoryID, TypeID: residential.TypeID, FloorID: ground.FloorID };
  const contact = { LandlineNo: "", MobileNo: "", EmailID: "", IsPlotOnly: false };
  return {
    categories: { A, B, C, R },
    types: { residential, commercial },
    floors: { ground, first },
    ali: await tx.insert(plot, { ...alike, ...contact, HouseNo: "A-1", OwnerName: "Ali" }),
    sana: await tx.insert(plot, { ...alike, ...contact, HouseNo: "A-2", OwnerName: "Sana" }),
  };
}
