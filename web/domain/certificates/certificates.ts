import { certificateFileName } from "../../../shared/documents/certificate.ts";
import { certificatePdf } from "../../../shared/endpoints/certificate.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import {
  type certificate,
  certificateStateLabels,
  withdrawalReasonLabels,
} from "../../../shared/resources/certificate.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";

export type CertificateRecord = RecordOf<typeof certificate>;

/** The icon and tone of each state. */
export const certificateStyles = {
  valid: { icon: "check", tone: "good" },
  withdrawn: { icon: "minus", tone: "neutral" },
  expired: { icon: "history", tone: "neutral" },
} as const;

export function certificateStateText({ State }: CertificateRecord): string {
  return t(certificateStateLabels[State]);
}

/** Why and since when a certificate is no longer valid; "" for a valid one. */
export function describeCertificateEnd({ State, StateSince, WithdrawalReason }: CertificateRecord): string {
  if (State === "valid") return "";
  const reason = WithdrawalReason === null ? certificateStateLabels[State] : withdrawalReasonLabels[WithdrawalReason];
  return t("{reason}, {moment}", { reason: t(reason), moment: formatTimestamp(StateSince) });
}

/** Downloads the certificate in the language of the page. Throws an ApiError. */
export function saveCertificatePdf(row: CertificateRecord): Promise<void> {
  const params = { CertificateID: row.CertificateID };
  return saveServerPdf(certificatePdf, { fileName: certificateFileName(row), params });
}
