import { describe, expect, test } from "vitest";
import { searchHouses, toSearchableHouses } from "../../web/domain/plots/houseSearch.ts";

const houses = toSearchableHouses([
  { PlotID: 1, HouseNo: "A-17", OwnerName: "Kamran Ali", CategoryName: "A", MobileNo: "0316-1234567", LandlineNo: "" },
  { PlotID: 2, HouseNo: "B-17", OwnerName: "Kamran Shah", CategoryName: "B", MobileNo: "0300-7654321", LandlineNo: "" },
]);

describe("a house is found by words that are each in its number, owner or phone number", () => {
  test.each(["kamran 0316", "0316 kamran", "kamran a17 1234567", "0316 123 4567", "ali 17"])("by %s", (text) => {
    expect(searchHouses(houses, { text, limit: 8 }).plots.map(({ PlotID }) => PlotID)).toEqual([1]);
  });

  test.each(["shah 0316", "kamran 016", "sana 0316"])("not by %s", (text) => {
    expect(searchHouses(houses, { text, limit: 8 }).plots).toEqual([]);
  });
});
