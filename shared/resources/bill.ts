import { z } from "zod";
import { equalTo } from "../domain/list-filters.ts";
import { bit, day, instant, integer, list, month, oneOf, optionalText, ref, rupees, text, year } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { plot, selectedPlotIds } from "./plot.ts";
import { plotCategory } from "./plot-category.ts";

/** The states of a bill. `withdrawn`: a later payment, void, waiver or removal changed the amounts that were due. */
export const billStates = ["issued", "paid", "withdrawn"] as const;

export type BillState = (typeof billStates)[number];

export const billStateLabels = {
  issued: "Issued",
  paid: "Paid",
  withdrawn: "Withdrawn",
} as const satisfies Record<BillState, string>;

/** The body of POST, which makes the bills of a month for these houses, or without `PlotIDs` for all houses. */
export const createBillsBody = z.object({
  Month: month(),
  Year: year(),
  PlotIDs: selectedPlotIds.optional(),
});

/**
 * Bills of houses: what was due when they were made. Only their state, that of their mail and who sees them change
 * later.
 */
export const bill = defineResource({
  name: "bill",
  idField: "BillID",
  label: "Bill",
  titleField: "BillNo",
  page: {
    id: 39,
    path: "/payment-management?tab=bills",
    title: "Bills",
    icon: "receipt",
    screen: "bill/BillsScreen",
    actions: ["View", "Add", "Update"],
  },
  verbs: ["list", "create"],
  input: {},
  createInput: createBillsBody,
  serverFields: {
    /** Consecutive without gaps, withdrawn bills included; shown as BILL-12. */
    BillNo: integer({ min: 1, message: "Bill" }),
    PlotID: ref(plot, "House"),
    CategoryID: ref(plotCategory, "Category"),
    /** House and owner as printed. */
    HouseNo: text("House"),
    OwnerName: text("Owner"),
    /**
     * The OwnedFrom of the house when the bill was made: later owners do not see the bill. Null if the house had
     * none, or if it was transferred again on that day.
     */
    OwnedFrom: day("Owned from").nullable(),
    /** See shared/domain/consumer-number.ts. */
    ConsumerNo: text("Consumer number"),
    Month: integer({ min: 1, max: 12, message: "Month" }),
    Year: integer({ min: 2000, max: 2100, message: "Year" }),
    IssuedOn: day("Issued on"),
    /** The open amounts of the items due in the month (Charges) and before it (Arrears), with applied penalties. */
    Charges: rupees("Charges"),
    Arrears: rupees("Arrears"),
    /** Charges and arrears. */
    AmountWithin: rupees("Amount within the due date"),
    /** The last due date in the month; the last day of the month if there are only arrears. */
    DueDate: day("Due date"),
    /** AmountWithin plus the penalties that were not applied yet. */
    AmountAfter: rupees("Amount after the due date"),
    /** The day on which the first of these penalties applies; null without one. */
    PenaltyFrom: day("Penalty from").nullable(),
    /** The billed items, by due date. */
    Items: list({
      PaymentScheduleID: integer({ min: 1, message: "Installment" }).optional(),
      /** The AdjustmentID of a charge or opening balance. */
      ChargeID: integer({ min: 1, message: "Charge" }).optional(),
      DueDate: day("Due date"),
      Amount: rupees("Amount"),
      /** The reason of a charge. */
      Reason: optionalText(),
    }),
    State: oneOf(billStates, "State"),
    StateSince: instant(),
    IsEmailSent: bit(),
    /** Why its mail could not be sent; otherwise "". */
    MailError: optionalText(),
  },
  joins: {
    CategoryName: join("CategoryID", plotCategory, "CategoryName"),
    EmailID: join("PlotID", plot, "EmailID"),
  },
  unique: [["BillNo"]],
  plotField: "PlotID",
  ownershipDateField: "OwnedFrom",
  searchFields: ["HouseNo", "OwnerName", "BillNo", "ConsumerNo", "AmountWithin"],
  namePrefix: "BILL-",
  sortFields: ["BillNo", "HouseNo", "OwnerName", "ConsumerNo", "DueDate", "AmountWithin"],
  filters: { plot: equalTo("PlotID") },
  monthLock: { dayFields: ["DueDate"], exemptFields: ["OwnedFrom", "State", "StateSince", "IsEmailSent", "MailError"] },
  indexes: [
    ["Year", "Month", "CategoryID"],
    ["PlotID", "State"],
    ["IsEmailSent", "State"],
  ],
});

export type Bill = RowOf<typeof bill>;

/** The bill number as shown to users: BILL-12, unlike any house number such as B-12. */
export function billName({ BillNo }: { BillNo: number }): string {
  return `BILL-${BillNo}`;
}

/** The name of the bill's PDF: bill_BILL-12.pdf. */
export function billFileName(row: { BillNo: number }): string {
  return `bill_${billName(row)}.pdf`;
}
