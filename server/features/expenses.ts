import { expenses } from "../../shared/resources/expenses.ts";
import { defineFeature } from "../kernel/feature.ts";

export const expensesFeature = defineFeature(expenses, {
  compute: (_input, { before, now }) => ({
    ImportKey: before?.ImportKey ?? "",
    CreatedAt: before?.CreatedAt ?? now.toISOString(),
    UpdatedAt: now.toISOString(),
  }),
});
