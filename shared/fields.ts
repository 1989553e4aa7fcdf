import { z } from "zod";
import { isDay } from "./dates.ts";
import { field, metaOfFields, type ReferenceTarget } from "./field-meta.ts";
import { isExactInPaisa, toPaisa, zero } from "./money.ts";
import { hasVisibleText, isValidReason } from "./text.ts";

const maxTextLength = 500;
/** Invisible characters that make two different names look equal. The joiners of Urdu and emoji are not among them. */
const invisibleCharacters = /[\0\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
const maxRupees = 1_000_000_000;

/** Required text on one line, trimmed and normalized to NFC. */
export function text(message: string) {
  return textWithMin(1, message);
}

/** Required text on one line with at least `minLength` characters, at least one of them visible. */
export function textWithMin(minLength: number, message: string) {
  const schema = cleanText(message)
    .overwrite(toOneLine)
    .min(minLength, message)
    .max(maxTextLength, "Too long")
    .refine(hasVisibleText, message);
  return field(schema, { kind: "text" });
}

/** The full name of a person: one line of 2 to 80 characters without a link, because mails and screens quote it. */
export function personName(message: string) {
  const schema = cleanText(message)
    .refine((value) => !/[\r\n\v\f\u0085\u2028\u2029]/.test(value), "A name must be on one line")
    .refine((value) => !linkPattern.test(value), "A name must not contain links")
    .overwrite(toOneLine)
    .min(2, message)
    .max(80, "A name has at most 80 characters")
    .refine(hasVisibleText, message);
  return field(schema, { kind: "text" });
}

/** Text that mail programs turn into a link: a URL with a scheme or path, `www.`, or a common top-level domain. */
const linkPattern =
  /:\/\/|www\.|[\p{L}\d]\.[\p{L}\d-]+\/|[\p{L}\d]\.(?:com?|net|org|info|biz|io|me|pk|in|uk|us|ru|cn|ly|gg|cc|xyz|online|site|shop|store|club|live|link|click|top|app|dev|tech)(?![\p{L}\d.-])/iu;

/** Text that may be left out, null or empty, which are stored as "". May contain line breaks. */
export function optionalText() {
  const schema = cleanText("Must be text")
    .overwrite((value) => value.replace(/[^\P{Cc}\t\r\n]+/gu, " ").trim())
    .max(maxTextLength, "Too long")
    .nullish()
    .transform((value) => value ?? "");
  return field(schema, { kind: "text" });
}

const reasonMessage = "Reason must have at least 3 characters";

/** A required reason of at least 3 visible characters. */
export function reason(message = reasonMessage) {
  return field(textWithMin(3, message).refine(isValidReason, message), { kind: "text" });
}

/** A reason of at least 3 visible characters, or empty. */
export function optionalReason() {
  return optionalText().refine((value) => value === "" || isValidReason(value), reasonMessage);
}

/** An email address, or empty. */
export function optionalEmail(message: string) {
  const address = z.union([z.literal(""), z.email(message)], message);
  const schema = z
    .string(message)
    .max(maxTextLength, message)
    .trim()
    .normalize("NFC")
    .nullish()
    .meta({ description: "An email address, or empty" })
    .transform((value) => value ?? "")
    .pipe(address);
  return field(schema, { kind: "text" });
}

/** One of these texts. */
export function oneOf<const Options extends readonly [string, ...string[]]>(options: Options, message: string) {
  return field(z.enum(options, message), { kind: "text", options });
}

/**
 * An integer. `message` is the error for a missing or too small value, `maxMessage` for one that is too large. A field
 * that users cannot enter has its label as the message.
 */
export function integer({
  min,
  max,
  message,
  maxMessage,
}: {
  min: number;
  max?: number;
  message: string;
  maxMessage?: string;
}) {
  const schema = z
    .int(message)
    .min(min, message)
    .max(max ?? Number.MAX_SAFE_INTEGER, maxMessage ?? message);
  return field(schema, { kind: "integer" });
}

/** The number of a month, 1 to 12. */
export function month() {
  return integer({ min: 1, max: 12, message: "Month must be from 1 to 12" });
}

/** A year from 2000 to 2100. */
export function year() {
  return integer({ min: 2000, max: 2100, message: "Year must be from 2000 to 2100" });
}

/** The id of an existing record of another resource, which cannot be deleted while it is referenced. */
export function ref(target: ReferenceTarget, message: string) {
  return field(z.int(message).min(1, message), { kind: "ref", target });
}

/** The id of an existing record of another resource, or null for none. */
export function optionalRef(target: ReferenceTarget, message: string) {
  return ref(target, message)
    .nullish()
    .transform((value) => value ?? null);
}

/** The ids of several records of another resource. */
export function refs(target: ReferenceTarget) {
  return field(z.array(z.int("Must be an id").min(1, "Must be an id")).max(10_000), { kind: "list", target });
}

/** An amount of 0 or more: rupees with at most two decimals on the wire, stored as integer paisa. */
export function rupees(message: string) {
  return field(rupeesToPaisa(z.number(message).min(0, message)), { kind: "money" });
}

/** An amount above 0. */
export function positiveRupees(message: string) {
  return field(rupeesToPaisa(z.number(message).positive(message)), { kind: "money" });
}

/** An amount of either sign. */
export function signedRupees(message: string) {
  return field(rupeesToPaisa(z.number(message).min(-maxRupees, "Amount is too large")), { kind: "money" });
}

/** An amount that defaults to 0. */
export function optionalRupees(message: string) {
  return rupees(message)
    .nullish()
    .transform((value) => value ?? zero);
}

/** An integer from 0 that defaults to 0. */
export function optionalCount(message: string, max?: number) {
  return integer({ min: 0, max, message })
    .nullish()
    .transform((value) => value ?? 0);
}

/** A calendar day in society time, YYYY-MM-DD. */
export function day(message: string) {
  return field(z.string(message).refine(isDay, message).meta({ format: "date" }), { kind: "day" });
}

/** A day that may be left out, null or empty, as an empty form field sends it; stored as null. */
export function optionalDay(message: string) {
  const schema = z
    .union([z.literal(""), z.string(message).refine(isDay, message).meta({ format: "date" })], message)
    .nullish()
    .transform((value) => value || null);
  return field(schema, { kind: "day" });
}

/** An instant, ISO 8601 in UTC. */
export function instant() {
  return field(z.string(), { kind: "instant" });
}

/** Accepts true, false, 1 and 0; stored and sent as 1 or 0. */
export function bit() {
  return field(booleanOrBit().transform(toBit), { kind: "bit" });
}

/** Accepts true, false, 1 and 0; stored and sent as a boolean. */
export function boolean() {
  return field(
    booleanOrBit().transform((value) => toBit(value) === 1),
    { kind: "boolean" },
  );
}

/** An amount, or null for none. */
export function nullableRupees(message: string) {
  return rupees(message)
    .nullish()
    .transform((value) => value ?? null);
}

/** An integer from 0, or null for none. */
export function nullableCount(message: string) {
  return integer({ min: 0, message })
    .nullish()
    .transform((value) => value ?? null);
}

/** Accepts true, false, 1 and 0, and defaults to false; stored and sent as a boolean. */
export function optionalBoolean() {
  return boolean()
    .nullish()
    .transform((value) => value ?? false);
}

/** A list of objects inside the record, with the fields of `item`. */
export function list<const Item extends z.ZodRawShape>(item: Item) {
  return field(z.array(z.object(item)), { kind: "list", ...metaOfFields(item) });
}

/**
 * One object inside the record. Each field of `item` must accept being left out, because an object that is null or left
 * out gets the defaults of all fields.
 */
export function group<const Item extends z.ZodRawShape>(item: Item) {
  const schema = z.object(item);
  return field(
    schema.nullish().transform((value) => value ?? schema.parse({})),
    { kind: "group", ...metaOfFields(item) },
  );
}

export function toBit(value: boolean | 0 | 1): 0 | 1 {
  return value === true || value === 1 ? 1 : 0;
}

/**
 * Trimmed NFC text; lone surrogates are replaced, noncharacters and invisible characters removed. The length is checked
 * before these changes.
 */
function cleanText(message: string) {
  return z
    .string(message)
    .max(maxTextLength, "Too long")
    .overwrite((value) =>
      value.replace(loneSurrogates, "\ufffd").replace(noncharacters, "").replace(invisibleCharacters, ""),
    )
    .trim()
    .normalize("NFC");
}

/** Replaces line breaks and other control characters by spaces. */
function toOneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, " ").trim();
}

function booleanOrBit() {
  return z.union([z.boolean(), z.literal(0), z.literal(1)], "Must be true, false, 1 or 0");
}

function rupeesToPaisa(amount: z.ZodNumber) {
  return amount
    .max(maxRupees, "Amount is too large")
    .refine(isExactInPaisa, "At most 2 decimals")
    .meta({ multipleOf: 0.01, description: "In rupees, with at most 2 decimals" })
    .transform(toPaisa);
}

/** Half a UTF-16 pair, invalid in the database and in XML. */
const loneSurrogates = /\p{Cs}/gu;

/** Code points that are not characters. XML cannot contain them: Excel reports a workbook with one as damaged. */
const noncharacters = /[\ufffe\uffff]/g;
