import { addDays, type Day, formatDay } from "../dates.ts";
import type { RecordOf } from "../registry.ts";
import type { ownership } from "../resources/ownership.ts";
import { toFileNamePart } from "../text.ts";
import type { LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** The details of an owner. The CNIC may be masked. */
type Owner = Pick<RecordOf<typeof ownership>, "OwnerName" | "CNIC" | "MobileNo" | "LandlineNo" | "EmailID">;

/** The transfer of a house from one owner to the next. */
export interface TransferLetterDocument {
  readonly HouseNo: string;
  readonly previous: Owner;
  readonly next: Owner;
  /** The first day of the next owner. */
  readonly From: Day;
  /** The transfer fee in rupees; 0 without one. */
  readonly Fee: number;
}

/** `transfer_A-1_2026-11-15.pdf`. */
export function transferLetterFileName({ HouseNo, From }: Pick<TransferLetterDocument, "HouseNo" | "From">): string {
  return `transfer_${toFileNamePart(HouseNo)}_${From}.pdf`;
}

/** The sentence that states the transfer. */
export function transferStatement(
  { HouseNo, previous, next, From }: TransferLetterDocument,
  t: DocumentTranslate,
): string {
  return t(
    "House {house} belonged to {previous} until {last}. From {first}, it is registered in the books of the society in the name of {next}.",
    {
      house: HouseNo,
      previous: previous.OwnerName,
      last: formatDay(addDays(From, -1)),
      first: formatDay(From),
      next: next.OwnerName,
    },
  );
}

/** Name, CNIC and contact, as far as they are known. */
export function ownerDetails(owner: Owner, t: DocumentTranslate): LabeledValue[] {
  return [
    { label: t("Name"), value: owner.OwnerName },
    { label: t("CNIC"), value: owner.CNIC },
    { label: t("Mobile"), value: owner.MobileNo },
    { label: t("Landline"), value: owner.LandlineNo },
    { label: t("Email"), value: owner.EmailID },
  ].filter(({ value }) => value !== "");
}
