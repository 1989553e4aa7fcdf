import { formatDay, societyDayAt } from "../dates.ts";
import type { RecordOf } from "../registry.ts";
import { type certificate, certificateName } from "../resources/certificate.ts";
import type { LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** A certificate as the API sends it. */
export type CertificateDocument = Pick<
  RecordOf<typeof certificate>,
  "CertificateNo" | "HouseNo" | "OwnerName" | "IssuedOn" | "ValidUntil" | "State" | "StateSince"
> & {
  /** The address with the code of the certificate, printed as QR code. */
  codeUrl: string;
};

/** `certificate_NDC-12.pdf`. */
export function certificateFileName(row: Pick<CertificateDocument, "CertificateNo">): string {
  return `certificate_${certificateName(row)}.pdf`;
}

/** The sentence that the society certifies. */
export function certificateStatement(
  { HouseNo, OwnerName, IssuedOn }: CertificateDocument,
  t: DocumentTranslate,
): string {
  const values = { house: HouseNo, owner: OwnerName, day: formatDay(IssuedOn) };
  return t(
    "This is to certify that no amount was due to the society for house {house}, owned by {owner}, on {day}.",
    values,
  );
}

/** House, owner, day of issue and last day of validity. */
export function certificateDetails(row: CertificateDocument, t: DocumentTranslate): LabeledValue[] {
  return [
    { label: t("House"), value: row.HouseNo },
    { label: t("Owner"), value: row.OwnerName },
    { label: t("Issued on"), value: formatDay(row.IssuedOn) },
    { label: t("Valid until"), value: formatDay(row.ValidUntil) },
  ];
}

/** The notice on a certificate that is no longer valid; undefined for others. */
export function certificateNotice(
  { State, StateSince }: CertificateDocument,
  t: DocumentTranslate,
): string | undefined {
  const day = formatDay(societyDayAt(new Date(StateSince)));
  if (State === "withdrawn") return t("Withdrawn on {day}: it must not be relied on.", { day });
  if (State === "expired") return t("Expired on {day}: it must not be relied on.", { day });
  return undefined;
}
