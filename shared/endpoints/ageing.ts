import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** What is open by the days since it fell due, in rupees; `due` is the sum of the four, `notYet` falls due later. */
const ages = {
  upTo30: z.number(),
  upTo60: z.number(),
  upTo90: z.number(),
  over90: z.number(),
  due: z.number(),
  notYet: z.number(),
};

const houseAgeingRecord = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  CategoryID: z.int(),
  CategoryName: z.string(),
  MobileNo: z.string(),
  EmailID: z.string(),
  ...ages,
  OldestDue: z.string(),
  /** Of receipts and ticks; null where nothing was ever paid. */
  LastPayment: z.string().nullable(),
});

export const ageingRecord = z.object({
  today: z.string(),
  /** Those of which something has fallen due. */
  houses: z.array(houseAgeingRecord),
  /** Sums over all houses, also those of which nothing has fallen due yet. */
  categories: z.array(z.object({ CategoryID: z.int(), CategoryName: z.string(), houses: z.int(), ...ages })),
  total: z.object({ houses: z.int(), ...ages }),
});

export type AgeingRecord = z.output<typeof ageingRecord>;
export type HouseAgeingRecord = z.output<typeof houseAgeingRecord>;

export const ageing = defineEndpoint({
  method: "get",
  path: "/ageing",
  guard: { page: "/finance-management?tab=ageing", flag: "CanView" },
  summary: "Who has not paid: what is open by house and category, by the days since it fell due",
  response: z.object({ data: ageingRecord }),
});
