import { expenses } from "../../../shared/resources/expenses.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";
import { expenseImportHandlers } from "./import.ts";

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(expenses, {
    compute: (_input, { before, now }) => ({
      ImportKey: before?.ImportKey ?? "",
      CreatedAt: before?.CreatedAt ?? now.toISOString(),
      UpdatedAt: now.toISOString(),
    }),
  }),
  initialize: () => ({ endpointHandlers: expenseImportHandlers }),
};
