import type { DashboardBoard } from "../../../shared/wire.ts";
import type { Problem } from "../../lib/request.ts";
import { readToken } from "../../lib/token.ts";

export const invalidBoard = "Invalid dashboard data received";

/** Whether what came holds everything that is drawn. */
export function isWhole(board: DashboardBoard | undefined): board is DashboardBoard {
  return [board?.data, board?.months, board?.categories].every(Array.isArray);
}

/** Why there are no figures, in words for their reader. */
export function troubleOf({ status, message }: Problem): string {
  if (readToken() === null) return "No auth token found";
  const answered = status >= 200 && status < 300;
  return answered || message === invalidBoard ? invalidBoard : "Failed to load dashboard data";
}
