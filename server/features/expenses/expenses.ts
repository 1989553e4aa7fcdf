import { expenses } from "../../../shared/resources/expenses.ts";
import { defineHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";
import { expenseImportCalls } from "./import.ts";

export const feature: Feature = {
  handlers: defineHandlers(expenses, {
    compute: (_input, { before, now }) => ({
      ImportKey: before?.ImportKey ?? "",
      CreatedAt: before?.CreatedAt ?? now.toISOString(),
      UpdatedAt: now.toISOString(),
    }),
  }),
  connect: () => ({ calls: expenseImportCalls }),
};
