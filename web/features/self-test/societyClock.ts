import { formatDateTime } from "../../../shared/dates.ts";

/** `21/11/2026 21:18:07`, in the society's time; milliseconds since 1970. */
export function formatMomentWithSeconds(at: number): string {
  return `${formatDateTime(new Date(at))}:${String(Math.floor(at / 1_000) % 60).padStart(2, "0")}`;
}
