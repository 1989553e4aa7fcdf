import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** Outstanding amounts in rupees by days since the due date. */
const ageingAmounts = {
  upTo30: z.number(),
  /** 31 to 60 days. */
  upTo60: z.number(),
  /** 61 to 90 days. */
  upTo90: z.number(),
  over90: z.number(),
  due: z.number().meta({ description: "Overdue: the sum of the amounts by days" }),
  notYet: z.number().meta({ description: "Outstanding, due today or later" }),
};

const houseAgeingRecord = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  CategoryID: z.int(),
  CategoryName: z.string(),
  MobileNo: z.string(),
  EmailID: z.string(),
  ...ageingAmounts,
  /** The due date of the oldest overdue item, YYYY-MM-DD. */
  OldestDue: z.string(),
  /** The day of the last receipt or tick; null when nothing was ever paid. */
  LastPayment: z.string().nullable(),
});

/** The outstanding amounts of the society on the day `today`. */
export const ageingRecord = z.object({
  today: z.string(),
  /** Houses with an overdue amount. */
  houses: z.array(houseAgeingRecord),
  /** Sums of all houses, those without an overdue amount included. */
  categories: z.array(z.object({ CategoryID: z.int(), CategoryName: z.string(), houses: z.int(), ...ageingAmounts })),
  total: z.object({ houses: z.int(), ...ageingAmounts }),
});

export type AgeingRecord = z.output<typeof ageingRecord>;
export type HouseAgeingRecord = z.output<typeof houseAgeingRecord>;

export const ageing = defineEndpoint({
  path: "/ageing",
  guard: { page: "/finance-management?tab=ageing", flag: "CanView" },
  summary: "Who has not paid: outstanding amounts by house and category, by days since the due date",
  response: z.object({ data: ageingRecord }),
});
