import { z } from "zod";
import { isDay } from "../dates.ts";

/** An id in a query. */
export function idParameter() {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number);
}

/** How many at once, as many as usual when left out. */
export function limitParameter({ min = 1, default: usual, max }: { min?: number; default: number; max: number }) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(max).length}}$`))
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(usual);
}

/** A day of society time, YYYY-MM-DD; undefined when left out or empty. */
export function optionalDayParameter() {
  return z
    .union([z.literal(""), z.string().refine(isDay)])
    .optional()
    .transform((value) => value || undefined);
}

/** A yes or no: 1, 0, true or false; no when left out. */
export function flagParameter() {
  return z
    .enum(["0", "1", "true", "false"])
    .default("0")
    .transform((value) => value === "1" || value === "true");
}
