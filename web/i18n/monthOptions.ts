import { MONTH_NAMES } from "../../shared/dates.ts";
import { t } from "./t.ts";

/** All months, to be chosen by their numbers. */
export function monthOptions() {
  return MONTH_NAMES.map((name, index) => ({ value: index + 1, label: t(name) }));
}
