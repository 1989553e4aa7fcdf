import { z } from "zod";
import { field, metaOf } from "../field-meta.ts";
import {
  boolean,
  group,
  instant,
  list,
  nullableCount,
  nullableRupees,
  optionalBoolean,
  optionalEmail,
  optionalText,
  text,
} from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { cashAccountId, optionalAccount } from "./account.ts";

export const maxBankAccounts = 10;
const certificateDaysMessage = "From 1 to 366 days";
const limitMessage = "A limit must be 0 or more";

/** The society's name, contact, accounts and settings. There is exactly one record. */
export const society = defineResource({
  name: "society",
  idField: "SocietyID",
  label: "Society",
  titleField: "Name",
  page: {
    id: 28,
    path: "/system-management?tab=society",
    title: "Society",
    icon: "building",
    screen: "society/SocietyScreen",
    actions: ["View", "Update"],
  },
  // The paths of its only record have no id: shared/endpoints/society.ts declares them.
  verbs: [],
  input: {
    Name: text("Name of the society is required"),
    NameUrdu: optionalText(),
    Address: optionalText(),
    Phone: matchingText(/^\+?[\d\s().,/-]{5,}$/, "Invalid phone number"),
    Email: optionalEmail("Invalid email"),
    NTN: matchingText(/^[A-Z\d]{7}(-?\d)?$|^\d{5}-?\d{7}-?\d$/i, "Invalid NTN, for example 1234567-8"),
    ReceiptFooter: optionalText(),
    BankAccounts: bankAccounts(),
    /** The first two digits of the consumer numbers on bills. */
    ConsumerPrefix: field(
      z
        .string("Two digits are required")
        .regex(/^\d{2}$/, "Two digits are required")
        .default("10"),
      { kind: "text" },
    ),
    /** For how many days after the day of issue a certificate is valid. */
    CertificateDays: field(
      z.int(certificateDaysMessage).min(1, certificateDaysMessage).max(366, certificateDaysMessage).default(30),
      { kind: "integer" },
    ),
    /** Whether residents can create accounts themselves. */
    IsSignUpOpen: boolean().default(true),
    /** The account that receives the receipts and other income of each payment method. Null: the cash account. */
    MethodAccounts: group({
      Cash: optionalAccount(),
      "Bank Transfer": optionalAccount(),
      Cheque: optionalAccount(),
      Online: optionalAccount(),
    }),
    /** The fee for a cheque that the bank does not pay, charged to the house; null for none. */
    BounceFee: nullableRupees("Fee must be 0 or more"),
    /** Amounts and days above which a second person must approve (null for no limit), and what the society requires. */
    Limits: group({
      Void: nullableRupees(limitMessage),
      Waiver: nullableRupees(limitMessage),
      Refund: nullableRupees(limitMessage),
      WriteOff: nullableRupees(limitMessage),
      BackdateDays: nullableCount(limitMessage),
      /** Whether a second person must approve that a month is unlocked. */
      Unlock: optionalBoolean(),
      RequirePaymentDetails: optionalBoolean(),
      RequireDrawer: optionalBoolean(),
    }),
  },
  serverFields: {
    /** The image as a data URL; "" without one. */
    Logo: optionalText(),
    /** False until an administrator has saved the record for the first time. */
    IsSetUp: boolean(),
    /** When the key of document codes was last replaced; null if it never was. */
    KeysRotatedAt: instant().nullable(),
  },
  cached: true,
});

export type Limits = RowOf<typeof society>["Limits"];

/** The AccountID of each payment method; null for the cash account. */
export type MethodAccounts = RowOf<typeof society>["MethodAccounts"];

/** The record of a new society, until an administrator has saved it. */
export const newSociety: Omit<RowOf<typeof society>, "SocietyID" | "Version"> = {
  ...society.input.parse({
    Name: "Housing Society",
    NameUrdu: "ہاؤسنگ سوسائٹی",
    MethodAccounts: { Cash: cashAccountId },
  }),
  Logo: "",
  IsSetUp: false,
  KeysRotatedAt: null,
};

/** Optional text that matches the pattern. */
function matchingText(pattern: RegExp, message: string) {
  return field(
    optionalText().refine((value) => value === "" || pattern.test(value), message),
    { kind: "text" },
  );
}

/** The accounts that owners pay into; left out or null for none. */
function bankAccounts() {
  const accounts = list({
    Title: text("Title of the bank account is required"),
    Bank: text("Name of the bank is required"),
    IBAN: field(
      text("IBAN is required")
        .overwrite((value) => value.replace(/\s/g, "").toUpperCase())
        .refine(isIban, "The IBAN is incorrect: compare it with the bank's documents"),
      { kind: "text" },
    ),
  });
  const schema = accounts
    .max(maxBankAccounts, "At most 10 bank accounts")
    .nullish()
    .transform((value) => value ?? []);
  return field(schema, metaOf(accounts));
}

/** Whether the text is a Pakistani IBAN with correct check digits (ISO 13616: the number modulo 97 is 1). */
function isIban(iban: string): boolean {
  if (!/^PK\d{2}[A-Z]{4}[A-Z\d]{16}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
