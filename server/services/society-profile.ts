import type { SocietyLetterhead } from "../../shared/documents/pdf-document.ts";
import type { RowOf } from "../../shared/registry.ts";
import { newSociety, society } from "../../shared/resources/society.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";

export type SocietyProfile = RowOf<typeof society>;

/** What the society's papers and mails show of it. */
export function toLetterhead(profile: SocietyProfile): SocietyLetterhead {
  const { Name, NameUrdu, Address, Phone, Email, NTN, ReceiptFooter, BankAccounts, Logo } = profile;
  return { Name, NameUrdu, Address, Phone, Email, NTN, ReceiptFooter, BankAccounts, Logo };
}

/** The society's record; the one of a new society while a restore has emptied the database. */
export function readSocietyProfile(referenceCache: ReferenceCache): SocietyProfile {
  for (const row of referenceCache.all(society)) return row;
  return { SocietyID: 0, ...newSociety, Version: 0 };
}
