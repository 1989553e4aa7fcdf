import { transferLetterFileName } from "../../../shared/documents/transfer-letter.ts";
import { transferLetterPdf } from "../../../shared/endpoints/ownership.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { ownership } from "../../../shared/resources/ownership.ts";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";

export type OwnershipRecord = RecordOf<typeof ownership>;

/** Downloads the letter about the transfer that began this ownership. Throws an ApiError. */
export function saveTransferLetter({ OwnershipID, HouseNo, From }: OwnershipRecord): Promise<void> {
  const fileName = transferLetterFileName({ HouseNo, From: From ?? "" });
  return saveServerPdf(transferLetterPdf, { fileName, params: { OwnershipID } });
}
