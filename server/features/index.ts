import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { defineFeature, type Feature } from "../kernel/feature.ts";
import { actionFeature } from "./action.ts";
import { displayFeature } from "./display.ts";
import { expensesFeature } from "./expenses.ts";
import { menuActionsMapFeature } from "./menuactionsmap.ts";
import { menusFeature } from "./menus.ts";
import { paymentPlanFeature } from "./payment-plan.ts";
import { paymentReceiptFeature } from "./payment-receipt.ts";
import { paymentScheduleFeature } from "./payment-schedule.ts";
import { roleFeature } from "./role.ts";
import { serviceRateFeature } from "./service-rate.ts";
import { usersFeature } from "./users.ts";

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
  defineFeature(receivables),
  expensesFeature,
  menusFeature,
  actionFeature,
  menuActionsMapFeature,
  roleFeature,
  defineFeature(rolePermissions),
  usersFeature,
  displayFeature,
];
