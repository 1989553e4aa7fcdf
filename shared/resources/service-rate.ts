import { isValidPeriod, periodMonths } from "../domain/payment-plan.ts";
import { boolean, integer, optionalCount, optionalRupees, ref, rupees } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { plotCategory } from "./plot-category.ts";
import { plotFloor } from "./plot-floor.ts";
import { plotType } from "./plot-type.ts";

const maxPeriodMonths = 120;

/** Monthly charges for plots of one type, category and floor; "service charge" on screens. */
export const serviceRate = defineResource({
  name: "service-rate",
  idField: "RateID",
  label: "Service charge",
  titleField: "RateID",
  page: {
    id: 9,
    path: "/payment-management?tab=service-charges",
    title: "Service Charges",
    icon: "tag",
    screen: "service-rate/ServiceRatesScreen",
    actions: ["View", "Add", "Update", "Delete", "GeneratePaymentPlan"],
  },
  input: {
    StartMonth: integer({ min: 1, max: 12, message: "Start Month is required" }),
    StartYear: integer({ min: 1, max: 9999, message: "Start Year is required" }),
    EndMonth: integer({ min: 1, max: 12, message: "End Month is required" }),
    EndYear: integer({ min: 1, max: 9999, message: "End Year is required" }),
    PlotTypeID: ref(plotType, "Type is required"),
    PlotCategoryID: ref(plotCategory, "Category is required"),
    FloorID: ref(plotFloor, "Floor is required"),
    FloorRate: rupees("Per Floor Rate is required"),
    DueOnDay: integer({
      min: 1,
      max: 31,
      message: "Due Day must be greater than 0",
      maxMessage: "Due Day must be less than 31",
    }).default(10),
    /** Whether installments get a penalty: PenaltyAmount, GracePeriodDays after the due date. */
    IsPenaltyApply: boolean().default(false),
    GracePeriodDays: optionalCount("Grace period must be a number of days", 365),
    PenaltyAmount: optionalRupees("Penalty must be a positive number"),
    IsActive: boolean().default(true),
  },
  rules: (rate, refuse) => {
    if (!isValidPeriod(rate)) refuse("EndMonth", "End date must not be before start date");
    else if (periodMonths(rate).length > maxPeriodMonths) refuse("EndYear", "At most 120 months");
  },
  serverFields: {
    /** The amount of each month, equal to FloorRate. */
    TotalAmount: rupees("Amount"),
    /** The payment plan of this rate; null while there is none. */
    PaymentPlanID: integer({ min: 1, message: "Payment plan" }).nullable(),
  },
  joins: {
    TypeName: join("PlotTypeID", plotType, "TypeName"),
    CategoryName: join("PlotCategoryID", plotCategory, "CategoryName"),
    Floor: join("FloorID", plotFloor, "Floor"),
  },
  indexes: [["PlotTypeID", "PlotCategoryID", "FloorID"]],
});

export type ServiceRate = RowOf<typeof serviceRate>;
