import { z } from "zod";
import { isDay } from "./dates.ts";
import { hasAtMostTwoDecimals, toPaisa, zero } from "./money.ts";

/** What a field is to storage, filters, forms and the wire; everything else about it is in its zod schema. */
export type FieldKind = "text" | "integer" | "money" | "day" | "instant" | "bit" | "yesNo" | "ref" | "list";

export interface FieldMeta {
  kind: FieldKind;
  /** For a reference, what it points to. */
  target?: Target;
  /** For a list, the names under which its items hold money. */
  money?: readonly string[];
  /** For a list of such items, their fields. */
  item?: Readonly<Record<string, FieldMeta>>;
  /** For a text that is one of a few words, those. */
  options?: readonly string[];
  /** Whether it can be null in a record. */
  nullable?: boolean;
}

/** As much of a resource as a reference to it needs. */
export interface Target {
  name: string;
  idField: string;
  label: string;
  ownerField?: string;
}

const fieldMetas = new WeakMap<z.ZodType, FieldMeta>();
const maxTextLength = 500;
/** Marks that are not seen and can pass one name off as another; the joiners of Urdu and emoji stay. */
const invisibleCharacters = /[\0\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
const maxRupees = 1_000_000_000;

/** The meta of a field made by one of the builders below, also behind optional, nullable, default and transform. */
export function metaOf(schema: z.ZodType): FieldMeta {
  const meta = registeredMeta(schema);
  return schema.safeParse(null).data === null ? { ...meta, nullable: true } : meta;
}

/** Required text, trimmed and in NFC so that one name has one spelling. */
export function text(message: string) {
  return textWithMin(1, message);
}

/** Required text of at least `least` characters that can be seen, on one line. */
export function textWithMin(least: number, message: string) {
  const schema = cleanText(message)
    .overwrite((value) =>
      value
        .replace(invisibleCharacters, "")
        .replace(/\p{Cc}+/gu, " ")
        .trim(),
    )
    .min(least, message)
    .max(maxTextLength, "Too long")
    .refine((value) => /[^\s\p{Cf}]/u.test(value), message);
  return field(schema, { kind: "text" });
}

/** Text that may be left out, null or empty; kept as "". May have several lines. */
export function optionalText() {
  const schema = cleanText("Must be text")
    .overwrite((value) =>
      value
        .replace(invisibleCharacters, "")
        .replace(/[^\P{Cc}\t\r\n]+/gu, " ")
        .trim(),
    )
    .max(maxTextLength, "Too long")
    .nullish()
    .transform((value) => value ?? "");
  return field(schema, { kind: "text" });
}

/** An e-mail address, or empty. */
export function optionalEmail(message: string) {
  const address = z.union([z.literal(""), z.email(message)], message);
  const schema = z
    .string(message)
    .max(maxTextLength, message)
    .trim()
    .normalize("NFC")
    .nullish()
    .meta({ description: "An e-mail address, or empty" })
    .transform((value) => value ?? "")
    .pipe(address);
  return field(schema, { kind: "text" });
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(options: Words, message: string) {
  return field(z.enum(options, message), { kind: "text", options });
}

/** A whole number within bounds; `message` speaks for a missing or too small one, `above` for one too large. */
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

/** The id of a record of another resource; it must exist, and cannot be deleted while referred to. */
export function ref(target: Target, message: string) {
  return field(z.int(message).min(1, message), { kind: "ref", target });
}

/** The ids of several records of another resource. */
export function refs(target: Target) {
  return field(z.array(z.int("Must be an id").min(1, "Must be an id")).max(10_000), { kind: "list", target });
}

/** An amount: rupees with at most two decimals on the wire, whole paisa inside. */
export function rupees(message: string) {
  return field(rupeesToPaisa(z.number(message).min(0, message)), { kind: "money" });
}

/** The same, more than nothing. */
export function positiveRupees(message: string) {
  return field(rupeesToPaisa(z.number(message).positive(message)), { kind: "money" });
}

/** An amount that may be left out or null; then nothing. */
export function optionalRupees(message: string) {
  return field(
    rupees(message)
      .nullish()
      .transform((value) => value ?? zero),
    { kind: "money" },
  );
}

/** A whole number from 0 on that may be left out or null; then 0. */
export function optionalCount(message: string, max = Number.MAX_SAFE_INTEGER) {
  return field(
    z
      .int(message)
      .min(0, message)
      .max(max, message)
      .nullish()
      .transform((value) => value ?? 0),
    { kind: "integer" },
  );
}

/** A calendar day of society time, YYYY-MM-DD. */
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

/** A moment, ISO 8601 in UTC. */
export function instant() {
  return field(z.string(), { kind: "instant" });
}

/** Accepts true, false, 1 and 0; kept and answered as 1 or 0. */
export function bit() {
  return field(z.union([z.boolean(), z.literal(0), z.literal(1)], "Must be true, false, 1 or 0").transform(toBit), {
    kind: "bit",
  });
}

/** Accepts true, false, 1 and 0; kept and answered as true or false. */
export function boolean() {
  const schema = z
    .union([z.boolean(), z.literal(0), z.literal(1)], "Must be true, false, 1 or 0")
    .transform((value) => value === true || value === 1);
  return field(schema, { kind: "yesNo" });
}

/** A list kept inside its record; `item` names the fields of each of its items, made by the builders here. */
export function list<const Item extends z.ZodRawShape>(item: Item) {
  const fields = Object.entries(item).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[name, metaOf(schema)] as const] : [],
  );
  const money = fields.filter(([, { kind }]) => kind === "money").map(([name]) => name);
  return field(z.array(z.object(item)), { kind: "list", money, item: Object.fromEntries(fields) });
}

/** Registers what a schema is, for a schema that no builder here covers. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  fieldMetas.set(schema, meta);
  return schema;
}

function registeredMeta(schema: z.ZodType): FieldMeta {
  const meta = fieldMetas.get(schema);
  if (meta) return meta;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap();
    if (inner instanceof z.ZodType) return registeredMeta(inner);
  }
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return registeredMeta(schema.in);
  throw new Error("A field that none of the builders in shared/fields.ts made");
}

/** Text in one spelling and of whole characters, as the database keeps no halves of them; too long is what was sent, not what is left of it. */
function cleanText(message: string) {
  return z
    .string(message)
    .max(maxTextLength, "Too long")
    .overwrite((value) => value.replace(loneSurrogates, "\ufffd").replace(noncharacters, ""))
    .trim()
    .normalize("NFC");
}

function rupeesToPaisa(amount: z.ZodNumber) {
  return amount
    .max(maxRupees, "Amount is too large")
    .refine(hasAtMostTwoDecimals, "At most 2 decimals")
    .meta({ multipleOf: 0.01, description: "In rupees, with at most 2 decimals" })
    .transform(toPaisa);
}

function toBit(value: boolean | 0 | 1): 0 | 1 {
  return value === true || value === 1 ? 1 : 0;
}

/** Halves of characters, which neither the database nor XML can hold. */
export const loneSurrogates = /\p{Cs}/gu;

/** What is none, nor may stand in XML in whatever form: of a workbook with one of them Excel says that it is damaged. */
export const noncharacters = /[\ufffe\uffff]/g;
