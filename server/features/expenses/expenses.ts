import { expenses } from "../../../shared/resources/expenses.ts";
import { defineHandlers } from "../../http/resource-handlers.ts";

export const expensesHandlers = defineHandlers(expenses, {
  compute: (_input, { before, now }) => ({
    ImportKey: before?.ImportKey ?? "",
    CreatedAt: before?.CreatedAt ?? now.toISOString(),
    UpdatedAt: now.toISOString(),
  }),
});
