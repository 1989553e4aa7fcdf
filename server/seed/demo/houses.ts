import { makeOwner, type Owner } from "./owners.ts";
import type { SeededRandom } from "./seeded-random.ts";

export const floors = ["Open plot", "Ground", "Ground + 1", "Ground + 2"] as const;
export const types = ["Residential", "Commercial"] as const;
export const categories = ["A", "B", "C", "R"] as const;

/** What a house is charged by. */
export type RateGroup = Pick<House, "category" | "type" | "floor">;

export interface House extends Owner {
  HouseNo: string;
  category: (typeof categories)[number];
  type: (typeof types)[number];
  floor: (typeof floors)[number];
  IsPlotOnly: boolean;
}

/** The houses of the demonstration's resident. */
export const residentHouses: readonly string[] = ["A-14", "C-57"];

const houseCounts = { A: 130, B: 224, C: 222, R: 64 } as const;
const residentOwner: Owner = {
  OwnerName: "Kashif Baig",
  LandlineNo: "042-35761204",
  MobileNo: "0335-8122250",
  EmailID: "kashif.baig@example.org",
};

/** 640 houses and open plots in four categories. */
export function makeHouses(random: SeededRandom): House[] {
  return categories.flatMap((category) =>
    Array.from({ length: houseCounts[category] }, (_, index) => makeHouse(random, { category, number: index + 1 })),
  );
}

function makeHouse(random: SeededRandom, { category, number }: { category: House["category"]; number: number }): House {
  const HouseNo = `${category}-${number}`;
  const type = category !== "R" && random.chance(0.07) ? "Commercial" : "Residential";
  const floor = type === "Commercial" ? random.pick(["Ground", "Ground + 1"] as const) : pickFloor(random.next());
  const owner = makeOwner(random);
  const isResidents = residentHouses.includes(HouseNo);
  return {
    HouseNo,
    category,
    type,
    floor: isResidents ? "Ground" : floor,
    IsPlotOnly: !isResidents && floor === "Open plot",
    ...(isResidents ? residentOwner : owner),
  };
}

function pickFloor(chance: number): House["floor"] {
  if (chance < 0.1) return "Open plot";
  if (chance < 0.55) return "Ground";
  return chance < 0.86 ? "Ground + 1" : "Ground + 2";
}
