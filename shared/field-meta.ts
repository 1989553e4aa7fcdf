import { z } from "zod";
import type { Flag } from "./pages.ts";

/**
 * Decides how a field is stored, filtered, edited and sent. The zod schema of the field decides how it is validated.
 */
export type FieldKind = "text" | "integer" | "money" | "day" | "instant" | "bit" | "boolean" | "ref" | "list" | "group";

/** The properties of a field that server and client cannot read from its zod schema. */
export interface FieldMeta {
  kind: FieldKind;
  /** The referenced resource, for `ref` and for a list of ids. */
  target?: ReferenceTarget;
  /** For a list of objects or a group, the names of their fields with amounts. */
  moneyFields?: readonly string[];
  /** For a list of objects or a group, the meta of their fields. */
  itemFields?: Readonly<Record<string, FieldMeta>>;
  /** The allowed values of an enumerated text. */
  options?: readonly string[];
  /** Whether the value can be null. */
  nullable?: boolean;
  /** Whether an item of a list can lack the field. */
  optional?: boolean;
  /** Hides the value from viewers without the permission, who cannot filter or sort by it either. Not for lists. */
  mask?: { unless: { page: string; flag: Flag }; apply: (value: string) => string };
}

/** The properties of a resource that a reference to it needs. */
export interface ReferenceTarget {
  name: string;
  idField: string;
  label: string;
  plotField?: string;
}

const fieldMetas = new WeakMap<z.ZodType, FieldMeta>();

/** Registers the meta of a schema. Outside fields.ts it is only for a schema that no builder covers. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  fieldMetas.set(schema, meta);
  return schema;
}

/**
 * The meta of a schema from one of the builders in fields.ts, also when it is wrapped in optional, nullable, default or
 * transform. Throws for other schemas.
 */
export function metaOf(schema: z.ZodType): FieldMeta {
  const meta = registeredMeta(schema);
  return schema.safeParse(null).data === null ? { ...meta, nullable: true } : meta;
}

/** The meta of the fields of an object inside a record: `item` is its shape. */
export function metaOfFields(item: z.ZodRawShape): Pick<FieldMeta, "moneyFields" | "itemFields"> {
  const fields = Object.entries(item).flatMap(([name, schema]) =>
    schema instanceof z.ZodType
      ? [[name, { ...metaOf(schema), optional: schema instanceof z.ZodOptional }] as const]
      : [],
  );
  const moneyFields = fields.filter(([, { kind }]) => kind === "money").map(([name]) => name);
  return { moneyFields, itemFields: Object.fromEntries(fields) };
}

function registeredMeta(schema: z.ZodType): FieldMeta {
  const meta = fieldMetas.get(schema);
  if (meta) return meta;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap();
    if (inner instanceof z.ZodType) return registeredMeta(inner);
  }
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return registeredMeta(schema.in);
  throw new Error("The schema is not from one of the builders in shared/fields.ts");
}
