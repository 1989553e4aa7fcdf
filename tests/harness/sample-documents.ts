import type { BillDocument } from "../../shared/documents/bill.ts";
import type { CashBookDocument } from "../../shared/documents/cash-book.ts";
import type { ReportDocument } from "../../shared/documents/month-report.ts";
import type { ReceiptDocument } from "../../shared/documents/payment-receipt.ts";
import type { StatementDocument } from "../../shared/documents/statement.ts";
import type { PaymentPlanDetails } from "../../shared/endpoints/payment-plan-full.ts";

// The contents of documents, from which tests create PDFs and spreadsheets. Amounts are in rupees.

export const report: ReportDocument = {
  month: 11,
  year: 2026,
  summary: { A: { paidCount: 3, unpaidCount: 1, paidAmount: 7_500, unpaidAmount: 2_500 } },
  expenses: [
    { ExpenseType: "Security", ExpenseTitle: "Guards", Description: "", Amount: 10_000, PaidOnDate: "2026-11-05" },
  ],
  adjustments: [
    {
      AdjustmentID: 3,
      AdjustmentNo: 3,
      Version: 1,
      PlotID: 12,
      HouseNo: "A-12",
      OwnerName: "Ali",
      CategoryID: 1,
      CategoryName: "A",
      Kind: "charge",
      Amount: 1_200,
      Date: "2026-11-14",
      DueDate: "2026-11-20",
      Reason: "Water tanker",
      PaymentScheduleID: null,
      ChargeID: null,
      Of: "amount",
      ToPlotID: null,
      ToHouseNo: "",
      AccountID: null,
      SettledPlotID: 12,
      AmountReceived: 200,
      WaivedAmount: 0,
      IsPaid: 0,
      PaidDate: null,
      Allocations: [],
      Credit: 0,
      TickedDate: null,
      TickedAccountID: null,
      RefundedAmount: 0,
      Funding: [],
      VoidedAt: null,
      VoidReason: "",
      CreatedAt: "2026-11-14T05:00:00.000Z",
    },
  ],
  total: { received: 7_500, due: 2_500, expenses: 10_000, status: "Loss (25%)" },
};

export const bill: BillDocument = {
  BillNo: 1,
  HouseNo: "A-12",
  OwnerName: "Ali",
  ConsumerNo: "10000000152",
  Month: 11,
  Year: 2026,
  IssuedOn: "2026-11-15",
  Arrears: 1_500,
  AmountWithin: 4_000,
  DueDate: "2026-11-28",
  AmountAfter: 4_200,
  PenaltyFrom: "2026-12-04",
  Items: [
    { PaymentScheduleID: 1, DueDate: "2026-10-10", Amount: 1_500, Reason: "" },
    { PaymentScheduleID: 2, DueDate: "2026-11-28", Amount: 2_500, Reason: "" },
  ],
  State: "issued",
  codeUrl: "https://portal.example.org/check#code",
};

export const cashBook: CashBookDocument = {
  AccountName: "HBL Ravi Road",
  from: "2026-11-01",
  to: "2026-11-15",
  opening: 1_000,
  entries: [
    { Date: "2026-11-14", Kind: "receipt", No: "R-12", Text: "A-1, Ali", In: 500.5, Out: 0, Balance: 1_500.5, ID: 12 },
    { Date: "2026-11-15", Kind: "expense", No: "V-7", Text: "Pump, Bilal", In: 0, Out: 300, Balance: 1_200.5, ID: 7 },
  ],
  in: 500.5,
  out: 300,
  closing: 1_200.5,
};

export const receipt: ReceiptDocument = {
  receipt: {
    ReceiptNo: 1477,
    HouseNo: "A-12",
    PayerName: "زبیر بٹ",
    AmountPaid: 5_500.5,
    PaymentDate: "2026-11-20",
    PaymentMethod: "Cash",
    Remarks: "",
    Allocations: [
      { PaymentScheduleID: 2, Amount: 2_500 },
      { PaymentScheduleID: 1, Amount: 1_800 },
      { ChargeID: 1, Amount: 700 },
    ],
    Credit: 300.5,
    PenaltyAmount: 0,
    RefundedAmount: 200,
    VoidedAt: null,
    VoidReason: "",
    ChequeState: "",
    Reference: "",
    BankName: "",
    ChequeNo: "",
    ChequeDate: null,
  },
  installments: [
    { PaymentScheduleID: 2, InstallmentNumber: 11, DueDate: "2026-11-10" },
    { PaymentScheduleID: 1, InstallmentNumber: 10, DueDate: "2026-10-10" },
  ],
  charges: [{ AdjustmentID: 1, Kind: "charge", Date: "2026-11-15", DueDate: "2026-11-20", Reason: "Water tanker" }],
};

/** Voided at 01:00 of the next day in the society's time zone. */
export const voidedReceipt: ReceiptDocument = {
  ...receipt,
  receipt: {
    ...receipt.receipt,
    Allocations: [],
    Credit: 0,
    PenaltyAmount: 0,
    RefundedAmount: 0,
    VoidedAt: "2026-11-21T20:00:00.000Z",
  },
};

/** For a reader who may not see the installments and charges that the receipt paid. */
export const receiptOfHiddenItems: ReceiptDocument = { ...receipt, installments: [], charges: [] };

export const statement: StatementDocument = {
  HouseNo: "A-12/B",
  OwnerName: "زبیر بٹ",
  from: "2026-01-01",
  to: "2026-01-31",
  opening: 1_000,
  entries: [
    {
      Date: "2026-01-10",
      Kind: "Charge",
      Description: "Installment 1, 01/2026",
      Charge: 2_500,
      Payment: 0,
      Balance: 3_500,
    },
    { Date: "2026-01-12", Kind: "Receipt", Description: "Receipt R-1, Cash", Charge: 0, Payment: 4_000, Balance: -500 },
  ],
  charged: 2_500,
  paid: 4_000,
  closing: -500,
};

export const plan: PaymentPlanDetails = {
  PaymentPlan: {
    PaymentPlanID: 1,
    PaymentPlanName: "Residential A Ground 12/2026-12/2026",
    Description: "12/2026 - 12/2026",
    CreatedAt: "2026-11-14T05:00:00.000Z",
  },
  Installments: [
    { InstallmentNumber: 1, DueDate: "2026-12-10", TotalAmount: 2_500, Percentage: 100 },
    { InstallmentNumber: -2026, DueDate: "2026-12-10", TotalAmount: 2_500, Percentage: 100 },
  ],
  ServiceRates: [
    {
      RateID: 1,
      TypeName: "Residential",
      CategoryName: "A",
      Floor: "Ground",
      FloorRate: 2_500,
      StartMonth: 12,
      StartYear: 2026,
      EndMonth: 12,
      EndYear: 2026,
      DueOnDay: 10,
      IsPenaltyApply: false,
      GracePeriodDays: 0,
      PenaltyAmount: 0,
      IsActive: true,
    },
  ],
  Plots: [
    { PlotID: 1, HouseNo: "A-10", OwnerName: "Ali" },
    { PlotID: 2, HouseNo: "A-9", OwnerName: "زبیر بٹ" },
    { PlotID: 3, HouseNo: "A-2", OwnerName: "Sana" },
  ],
};
