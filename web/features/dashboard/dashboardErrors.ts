import type { DashboardData } from "../../../shared/wire.ts";
import type { ApiError } from "../../api/request.ts";
import { readToken } from "../../api/token.ts";

export const invalidDashboardMessage = "Invalid dashboard data received";

/** Whether what came holds everything that is drawn. */
export function isCompleteDashboard(board: DashboardData | undefined): board is DashboardData {
  return [board?.data, board?.months, board?.categories].every(Array.isArray);
}

/** Why there are no figures, in words for their reader. */
export function formatDashboardError({ status, message }: ApiError): string {
  if (readToken() === null) return "No auth token found";
  const answered = status >= 200 && status < 300;
  return answered || message === invalidDashboardMessage ? invalidDashboardMessage : "Failed to load dashboard data";
}
