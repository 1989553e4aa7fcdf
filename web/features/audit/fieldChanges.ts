import { cashBookKindLabels } from "../../../shared/domain/cash-book.ts";
import { chequeStateLabels } from "../../../shared/domain/cheques.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import type { FieldMeta } from "../../../shared/field-meta.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { accountKindLabels } from "../../../shared/resources/account.ts";
import { adjustmentKindLabels } from "../../../shared/resources/adjustment.ts";
import { approvalKindLabels, approvalStateLabels } from "../../../shared/resources/approval.ts";
import { billStateLabels } from "../../../shared/resources/bill.ts";
import { certificateStateLabels, withdrawalReasonLabels } from "../../../shared/resources/certificate.ts";
import { claimStateLabels } from "../../../shared/resources/claim.ts";
import { resources } from "../../../shared/resources/index.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { formatMenuAction } from "../../domain/menuTree.ts";
import { type TranslationKey, t, translateName } from "../../i18n/t.ts";
import { isSameValue } from "../../resource/formValues.ts";

/** One field of an audit entry; an added record has no `before`, a deleted one no `after`. */
export interface FieldChange {
  name: string;
  meta: FieldMeta;
  before: unknown;
  after: unknown;
}

const resourcesByName = new Map(resources.map((resource) => [resource.name, resource]));
/** Not shown, because the server sets them with every change, or because another field says the same to users. */
const hiddenFields: ReadonlySet<string> = new Set([
  ...["Version", "CreatedAt", "UpdatedAt", "Created_at"],
  ...["AttachmentType", "DeciderID", "HandedToDrawerID", "IsClosed", "IsPending", "RequesterID", "SettledPlotID"],
]);

/** The fields that an update changed, or the non-empty fields of an added or deleted record. */
export function diffFields({ Resource, Before, After }: AuditRecord): readonly FieldChange[] {
  const resource = resourcesByName.get(Resource);
  if (!resource) return [];
  return listVisibleFields(resource)
    .map(({ name, meta }) => ({ name, meta, before: Before?.[name], after: After?.[name] }))
    .filter(({ before, after }) => {
      if (Before && After) return !isSameValue(before, after);
      return !isEmptyValue(before ?? after);
    });
}

/** The title of the changed record, for example the name of a receipt. */
export function formatEntryTitle({ Resource, Title, Before, After }: AuditRecord): string {
  const record = After ?? Before ?? {};
  switch (Resource) {
    case "payment-receipt":
      return receiptName({ ReceiptNo: Number(record.ReceiptNo) });
    case "role-permissions":
    case "menuactionsmap":
      return formatMenuAction({ MenuName: String(record.MenuName ?? ""), ActionName: String(record.ActionName ?? "") });
    case "service-rate":
      return [record.TypeName, record.CategoryName, record.Floor].map(String).join(" · ");
    default:
      return translateName(Title);
  }
}

/**
 * The fields to show. A reference is replaced by the first field joined through it: the id of a category by its name.
 */
export function listVisibleFields(resource: AnyResource): readonly { name: string; meta: FieldMeta }[] {
  const joinedFields = new Map<string, { name: string; meta: FieldMeta }>();
  for (const [name, { via, target, targetField }] of Object.entries(resource.joins)) {
    const meta = target.fields.get(targetField);
    if (meta && !joinedFields.has(via)) joinedFields.set(via, { name, meta });
  }
  return [...resource.fields]
    .filter(([name]) => name !== resource.idField && !hiddenFields.has(name))
    .map(([name, meta]) => joinedFields.get(name) ?? { name, meta });
}

export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The label of a field; without one, its wire name split into words. */
export function formatFieldLabel(name: string): string {
  const label = fieldLabels.get(name);
  return label ? t(label) : translateName(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** The text of one of the values of an enumerated field. */
export function formatOption(field: string, value: string): string {
  const label = (field === "WithdrawalReason" ? withdrawalLabels : optionLabels).get(value);
  return label ? t(label) : translateName(value);
}

/** Apart from `optionLabels`, because a transfer of credit is another than that of a house. */
const withdrawalLabels: ReadonlyMap<string, PlainTextKey> = new Map(Object.entries(withdrawalReasonLabels));

const optionLabels: ReadonlyMap<string, PlainTextKey> = new Map(
  Object.entries({
    ...cashBookKindLabels,
    ...accountKindLabels,
    ...adjustmentKindLabels,
    ...approvalKindLabels,
    ...approvalStateLabels,
    ...billStateLabels,
    ...certificateStateLabels,
    ...chequeStateLabels,
    ...claimStateLabels,
    amount: "Amount",
    penalty: "Penalty",
    all: "All plots",
    own: "Own plots only",
    added: "Added",
    changed: "Changed",
    removed: "Voided",
    running: "Running",
    done: "Done",
    failed: "Failed",
  } as const),
);

const fieldLabels: ReadonlyMap<string, PlainTextKey> = new Map(
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
    OwnedFrom: "Owner since",
    CNIC: "CNIC",
    From: "From",
    To: "To",
    PayerName: "Received from",
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
    TickedAmount: "Marked as received",
    TickedDate: "Marked as paid on",
    PaidDate: "Paid on",
    PaidOnDate: "Paid on",
    IsPaid: "Is paid",
    AmountPaid: "Amount paid",
    PaymentDate: "Payment date",
    PaymentMethod: "Payment method",
    ReceiptNo: "Receipt No",
    Allocations: "Installments settled",
    Credit: "Credit",
    IsEmailSent: "Email sent",
    MailError: "Email problem",
    Reference: "Reference",
    BankName: "Bank",
    ChequeNo: "Cheque No",
    ChequeDate: "Cheque Date",
    MailedAs: "Emailed as",
    VoidedAt: "Voided on",
    VoidReason: "Reason",
    ChequeState: "Cheque",
    Reversals: "Not paid",
    StateDate: "Since",
    DrawerID: "Drawer",
    OpenedAt: "Opened",
    ClosedAt: "Closed",
    DifferenceReason: "Reason for the difference",
    BounceFee: "Fee for a bounced cheque",
    RequirePaymentDetails: "Require payment details",
    ImportKey: "Imported as",
    IsPaidByImport: "Paid by import",
    PaidBackOn: "Paid back on",
    ExpenseType: "Expense type",
    ExpenseTitle: "Expense title",
    MenuName: "Menu",
    MenuURL: "Page",
    ParentMenuID: "Parent Menu",
    IsTopLevel: "Top-level entry",
    ActionName: "Action",
    RoleID: "Role",
    RoleName: "Role",
    Scope: "Visible records",
    IsAllowed: "Allowed",
    FullName: "Full Name",
    PlotIDs: "Linked Plots",
    IsFirstSignIn: "Must change the password",
    IsEmailVerified: "Email confirmed",
    IsSignUpOpen: "Residents can create accounts",
    PasswordChangedAt: "Password last changed",
    KeysRotatedAt: "Key of document codes last changed",
    PlotID: "House",
    EmailSince: "Email since",
    RequireTotp: "Require two-factor authentication",
    HasTotp: "Two-factor authentication",
    CertificateNo: "Certificate",
    IssuedOn: "Issued on",
    ValidUntil: "Valid until",
    StateSince: "Since",
    WithdrawalReason: "Reason",
    OpeningBalance: "Opening balance",
    OpeningDate: "Opening date",
    AccountID: "Account",
    TickedAccountID: "Account",
    FromAccountID: "From account",
    ToAccountID: "To account",
    BillingMonth: "Month",
    IsDuplicate: "Charged twice",
    WaivedAmount: "Waived",
    WaivedPenalty: "Penalty waived",
    RefundedAmount: "Refunded",
    PaymentScheduleID: "Installment",
    ChargeID: "Charge",
    Of: "Part",
    ToHouseNo: "To house",
    AdjustmentNo: "Adjustment",
    CategoryID: "Category",
    Funding: "Credit used",
    WithdrawnBy: "By",
    WithdrawnAt: "Withdrawn on",
    BillNo: "Bill",
    Charges: "Charges",
    Arrears: "Arrears",
    AmountWithin: "Payable",
    AmountAfter: "Payable after the due date",
    PenaltyFrom: "Penalty from",
    Items: "Billed items",
    PaymentReceiptID: "Receipt",
    AttachmentID: "Attachment",
    UserID: "User",
    ByMethod: "By payment method",
    ClosedBy: "Closed by",
    Denominations: "Notes and coins",
    Denomination: "Note or coin",
    Count: "Number",
    HandedTo: "Handed over to",
    HandedFrom: "Handed over by",
    DayCloseID: "Day close",
    LockedBy: "Locked by",
    LockedAt: "Locked at",
    UnlockedAt: "Unlocked",
    UnlockedBy: "Unlocked by",
    LockedThrough: "Locked up to and including",
    HouseCount: "Houses",
    Details: "Details",
    RequestedBy: "Requested by",
    RequestedAt: "Requested at",
    DecidedBy: "Decided by",
    DecidedAt: "Decided",
    StaleReason: "Reason",
    DepositSlipID: "Deposit slip",
    ChequeIDs: "Cheques",
    BounceReason: "Reason",
    DisplayName: "Name",
    MadeBy: "Created by",
    ConsumerPrefix: "First digits of consumer numbers",
    CertificateDays: "Days for which a certificate is valid",
    MethodAccounts: "Accounts of payment methods",
    WriteOff: "Write-off",
    BackdateDays: "Days that a receipt may be back-dated",
    RequireDrawer: "Cash only into an open drawer",
    StartedAt: "Started",
    At: "Time",
    Commits: "Changes checked",
    Head: "Head of the chain of changes",
    ChainHead: "Head of the chain of changes",
    BreakCount: "Differences",
    Breaks: "Differences",
    Commit: "Change in the history",
    Resource: "Record",
    RowID: "Row",
    What: "Difference",
    ReceiptCount: "Receipts",
    Lines: "Receipts and expenses",
    RecordID: "Record",
    Text: "Description",
    No: "Number",
    FeeAdjustmentID: "Transfer fee",
  } as const satisfies Readonly<Record<string, TranslationKey>>),
);

/** A key without placeholders. */
type PlainTextKey = Exclude<TranslationKey, `${string}{${string}`>;
