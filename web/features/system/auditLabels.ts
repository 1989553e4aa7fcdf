import { say, sayName, type Words } from "../../lib/language.ts";

/** What a field of a record is called on the screens; one without a name of its own as the wire spells it, word by word. */
export function fieldLabel(name: string): string {
  const label = labels.get(name);
  return label ? say(label) : sayName(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

const labels: ReadonlyMap<string, PlainWords> = new Map(
  Object.entries({
    HouseNo: "House No",
    CategoryName: "Category",
    TypeName: "Type",
    Floor: "Floor",
    OwnerName: "Owner Name",
    LandlineNo: "Landline No",
    MobileNo: "Mobile No",
    EmailID: "Email ID",
    IsPlotOnly: "Plot only",
    StartMonth: "Start Month",
    StartYear: "Start Year",
    EndMonth: "End Month",
    EndYear: "End Year",
    FloorRate: "Per Floor Rate",
    DueOnDay: "Due Day",
    IsPenaltyApply: "With penalty",
    GracePeriodDays: "Days of grace",
    PenaltyAmount: "Penalty",
    PenaltyApplied: "Penalty applied",
    IsActive: "Active",
    TotalAmount: "Total amount",
    PaymentPlanID: "Payment plan",
    PaymentPlanName: "Name",
    RateID: "Service charge",
    InstallmentNumber: "Installment",
    DueDate: "Due date",
    AmountReceived: "Received so far",
    TickedAmount: "Received by tick",
    TickedDate: "Ticked on",
    PaidDate: "Paid on",
    PaidOnDate: "Paid on",
    IsPaid: "Is paid",
    AmountPaid: "Amount paid",
    PaymentDate: "Payment date",
    PaymentMethod: "Payment method",
    ReceiptNo: "Receipt No",
    Allocations: "Installments settled",
    Credit: "Credit",
    IsEmailSent: "E-mail sent",
    MailError: "E-mail problem",
    VoidedAt: "Voided on",
    ExpenseType: "Expense type",
    ExpenseTitle: "Expense title",
    MenuName: "Menu",
    MenuURL: "Page",
    ParentMenuID: "Parent Menu",
    IsTopLevel: "Top-level entry",
    ActionName: "Action",
    RoleID: "Role",
    RoleName: "Role",
    Scope: "Sees",
    IsAllowed: "Allowed",
    FullName: "Full Name",
    PlotIDs: "Linked Plots",
    IsFirstSignIn: "Must change the password",
  } as const satisfies Readonly<Record<string, Words>>),
);

type PlainWords = Exclude<Words, `${string}{${string}`>;
