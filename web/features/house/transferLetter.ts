import { transferLetterFileName } from "../../../shared/documents/transfer-letter.ts";
import { transferLetterPdf } from "../../../shared/endpoints/ownership.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { ownership } from "../../../shared/resources/ownership.ts";
import { fetchFile } from "../../api/request.ts";
import { isPageRightToLeft } from "../../i18n/t.ts";
import { downloadFile } from "../../resource/export/downloadFile.ts";

export type OwnershipRecord = RecordOf<typeof ownership>;

/** Downloads the letter about the transfer that began this ownership. Throws an ApiError. */
export async function saveTransferLetter({ OwnershipID, HouseNo, From }: OwnershipRecord): Promise<void> {
  const path = `${transferLetterPdf.path}?lang=${isPageRightToLeft() ? "ur" : "en"}`;
  const { bytes } = await fetchFile({ path }, { OwnershipID });
  downloadFile({ name: transferLetterFileName({ HouseNo, From: From ?? "" }), type: "application/pdf", bytes });
}
