import { z } from "zod";
import { isDay } from "../dates.ts";

/** A record id, parsed to a number. */
export function idParameter() {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number);
}

/** An integer from `min` to `max`. */
export function integerParameter(min: number, max: number) {
  return z.coerce.number().int().min(min).max(max);
}

/** The maximum number of entries of a response. */
export function limitParameter({
  min = 1,
  default: defaultLimit,
  max,
}: {
  min?: number;
  default: number;
  max: number;
}) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(max).length}}$`))
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(defaultLimit);
}

/** A day in society time, YYYY-MM-DD; undefined when left out or empty. */
export function optionalDayParameter() {
  return z
    .union([z.literal(""), z.string().refine(isDay)])
    .optional()
    .transform((value) => value || undefined);
}

/** The language of a document; English when left out. */
export function languageParameter() {
  return z.enum(["en", "ur"]).default("en");
}

/** 1, 0, true or false, parsed to a boolean; false when left out. */
export function booleanParameter() {
  return z
    .enum(["0", "1", "true", "false"])
    .default("0")
    .transform((value) => value === "1" || value === "true");
}
