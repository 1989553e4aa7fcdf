import type { SocietyLetterhead } from "../../shared/documents/pdf-document.ts";
import type { RowOf } from "../../shared/registry.ts";
import { newSociety, society } from "../../shared/resources/society.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";

export type SocietyRow = RowOf<typeof society>;

/** The part of the society's record that documents and mails show. */
export function toLetterhead(row: SocietyRow): SocietyLetterhead {
  const { Name, NameUrdu, Address, Phone, Email, NTN, ReceiptFooter, BankAccounts, Logo } = row;
  return { Name, NameUrdu, Address, Phone, Email, NTN, ReceiptFooter, BankAccounts, Logo };
}

/** The society's record. While a restore has emptied the database, the record of a new society. */
export function readSocietyRow(referenceCache: ReferenceCache): SocietyRow {
  for (const row of referenceCache.all(society)) return row;
  return { SocietyID: 0, ...newSociety, Version: 0 };
}
