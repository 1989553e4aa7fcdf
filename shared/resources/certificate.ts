import { equalTo } from "../domain/list-filters.ts";
import { day, instant, integer, oneOf, ref, text } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { plot } from "./plot.ts";
import { plotCategory } from "./plot-category.ts";

/** The states of a certificate. `withdrawn` and `expired` are final. */
export const certificateStates = ["valid", "withdrawn", "expired"] as const;

export type CertificateState = (typeof certificateStates)[number];

export const certificateStateLabels = {
  valid: "Valid",
  withdrawn: "Withdrawn",
  expired: "Expired",
} as const satisfies Record<CertificateState, string>;

/** Why a certificate was withdrawn: an amount became due, or the house has another owner. */
export const withdrawalReasons = ["due", "transfer"] as const;

export type WithdrawalReason = (typeof withdrawalReasons)[number];

export const withdrawalReasonLabels = {
  due: "An amount became due",
  transfer: "The house was transferred",
} as const satisfies Record<WithdrawalReason, string>;

/** The fields that a user enters. The form uses them too. */
export const certificateInput = { PlotID: ref(plot, "House is required") };

/**
 * No-demand certificates: on the day of issue nothing was due for the house. Only their state and who sees them change
 * later.
 */
export const certificate = defineResource({
  name: "certificate",
  idField: "CertificateID",
  label: "Certificate",
  titleField: "CertificateNo",
  page: {
    id: 40,
    path: "/society-management?tab=certificates",
    title: "Certificates",
    icon: "badge-check",
    screen: "certificate/CertificatesScreen",
    actions: ["View", "Add"],
  },
  verbs: ["list", "create"],
  input: certificateInput,
  serverFields: {
    /** Consecutive without gaps; shown as NDC-12. */
    CertificateNo: integer({ min: 1, message: "Certificate" }),
    CategoryID: ref(plotCategory, "Category"),
    /** House and owner as printed. */
    HouseNo: text("House"),
    OwnerName: text("Owner"),
    /** The OwnedFrom of the house on the day of issue, null as in `bill`: later owners do not see the certificate. */
    OwnedFrom: day("Owned from").nullable(),
    IssuedOn: day("Issued on"),
    /** The last day on which it is valid. */
    ValidUntil: day("Valid until"),
    State: oneOf(certificateStates, "State"),
    StateSince: instant(),
    /** Null unless it was withdrawn. */
    WithdrawalReason: oneOf(withdrawalReasons, "Reason").nullable(),
  },
  joins: { CategoryName: join("CategoryID", plotCategory, "CategoryName") },
  unique: [["CertificateNo"]],
  plotField: "PlotID",
  ownershipDateField: "OwnedFrom",
  searchFields: ["HouseNo", "OwnerName", "CertificateNo"],
  namePrefix: "NDC-",
  sortFields: ["CertificateNo", "HouseNo", "OwnerName", "IssuedOn", "ValidUntil"],
  filters: { plot: equalTo("PlotID") },
  monthLock: { dayFields: ["IssuedOn"], exemptFields: ["OwnedFrom", "State", "StateSince", "WithdrawalReason"] },
  indexes: [["PlotID", "State"], ["State"]],
});

export type Certificate = RowOf<typeof certificate>;

/** The number of a certificate as shown to users: NDC-12. */
export function certificateName({ CertificateNo }: { CertificateNo: number }): string {
  return `NDC-${CertificateNo}`;
}
