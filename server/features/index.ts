import { resources } from "../../shared/resources/index.ts";
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

const withRules: readonly Feature[] = [
  serviceRateFeature,
  paymentPlanFeature,
  paymentScheduleFeature,
  paymentReceiptFeature,
  expensesFeature,
  menusFeature,
  actionFeature,
  menuActionsMapFeature,
  roleFeature,
  usersFeature,
  displayFeature,
];

/** Every resource that has routes; those without rules of their own are plain. */
export const features: readonly Feature[] = resources
  .filter(({ verbs }) => verbs.length > 0)
  .map((resource) => withRules.find(({ resource: { name } }) => name === resource.name) ?? defineFeature(resource));
