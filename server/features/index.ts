import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { users } from "../../shared/resources/users.ts";
import { defineFeature, type Feature } from "../kernel/feature.ts";
import { expensesFeature } from "./expenses.ts";
import { menuActionsMapFeature } from "./menuactionsmap.ts";
import { paymentPlanFeature } from "./payment-plan.ts";
import { paymentReceiptFeature } from "./payment-receipt.ts";
import { paymentScheduleFeature } from "./payment-schedule.ts";
import { serviceRateFeature } from "./service-rate.ts";

/** Every resource that has routes; those without rules of their own are plain. */
export const features: readonly Feature[] = [
  defineFeature(plotCategory),
  defineFeature(plotType),
  defineFeature(plotFloor),
  defineFeature(plot),
  serviceRateFeature,
  paymentPlanFeature,
  paymentScheduleFeature,
  paymentReceiptFeature,
  expensesFeature,
  defineFeature(menus),
  defineFeature(action),
  menuActionsMapFeature,
  defineFeature(role),
  defineFeature(rolePermissions),
  defineFeature(users),
];
