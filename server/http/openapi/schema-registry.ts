import { z } from "zod";
import type { FieldKind, FieldMeta } from "../../../shared/field-meta.ts";
import type { AnyResource, Join } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Creates the JSON schemas of records and bodies, and collects the named ones as components of the document. */
export class SchemaRegistry {
  readonly #components = new Map<string, JsonSchema>();

  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Adds the component of the resource's records, which `recordSchema` of shared/endpoints refers to. */
  addRecord(resource: AnyResource): void {
    this.#components.set(componentName(resource.name), createRecordSchema(resource));
  }

  /** Adds the component of a request body and returns a reference to it. */
  addInput(name: string, schema: z.ZodType): JsonSchema {
    this.#components.set(name, this.convert(schema, "input"));
    return refTo(name);
  }

  /** Converts a Zod schema. Its named definitions become components. */
  convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...plain
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        const { record } = jsonSchema;
        if (typeof record !== "string") return;
        delete jsonSchema.record;
        // The routes of a resource add its record. A resource without routes is added here, when an endpoint returns
        // it.
        const resource = resources.find(({ name }) => name === record);
        if (resource) this.addRecord(resource);
        jsonSchema.$ref = `#/components/schemas/${componentName(record)}`;
      },
    });
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.#components.set(name, rewriteReferences(definition));
    return rewriteReferences(plain);
  }
}

/** `payment-plan` → PaymentPlan. */
export function componentName(resource: string): string {
  return resource.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Rewrites references to local definitions as references to components. */
function rewriteReferences(schema: object): JsonSchema {
  return jsonObjectSchema.parse(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')));
}

const jsonObjectSchema = z.record(z.string(), z.unknown());

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function createRecordSchema(resource: AnyResource): JsonSchema {
  const fields = [...resource.fields].map(([name, meta]) => [name, valueSchema(meta)] as const);
  const joined = Object.entries(resource.joins).map(([name, join]) => [name, joinedSchema(join, resource)] as const);
  const version = { type: "integer", minimum: 1, description: "Increases with every change of the record" };
  const derivedTexts = Object.keys(resource.derivedTexts).map((name) => [name, kindSchemas.text] as const);
  const properties = Object.fromEntries([...fields, ...joined, ...derivedTexts, ["Version", version] as const]);
  return {
    type: "object",
    description: `${resource.label}, as in every response`,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The schema of a joined field, which is nullable if its reference is nullable. */
function joinedSchema({ via, target, targetField }: Join, resource: AnyResource): JsonSchema {
  const nestedJoin = target.joins[targetField];
  const meta = target.fields.get(targetField);
  const schema = nestedJoin ? joinedSchema(nestedJoin, target) : meta ? valueSchema(meta) : {};
  const description = `Of the ${target.label.toLowerCase()} that ${via} refers to`;
  return { ...orNull(schema, resource.fields.get(via)?.nullable), description };
}

function valueSchema(meta: FieldMeta): JsonSchema {
  return orNull(nonNullSchema(meta), meta.nullable);
}

function nonNullSchema({ kind, options, target, itemFields }: FieldMeta): JsonSchema {
  if (options) return { type: "string", enum: options };
  if (kind === "group") return itemSchema(itemFields ?? {});
  if (kind !== "list")
    return target ? { ...kindSchemas[kind], description: `Id of a ${target.label.toLowerCase()}` } : kindSchemas[kind];
  return { type: "array", items: itemFields ? itemSchema(itemFields) : kindSchemas.ref };
}

function itemSchema(itemFields: Readonly<Record<string, FieldMeta>>): JsonSchema {
  const properties = Object.fromEntries(Object.entries(itemFields).map(([name, meta]) => [name, valueSchema(meta)]));
  const required = Object.keys(properties).filter((name) => itemFields[name]?.optional !== true);
  return { type: "object", properties, required, additionalProperties: false };
}

function orNull(schema: JsonSchema, nullable = false): JsonSchema {
  if (!nullable) return schema;
  return "enum" in schema ? { anyOf: [schema, { type: "null" }] } : { ...schema, type: [schema.type, "null"] };
}

const kindSchemas: Readonly<Record<Exclude<FieldKind, "list" | "group">, JsonSchema>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  money: { type: "number", description: "In rupees" },
  day: { type: "string", format: "date", description: "A day of the society's calendar" },
  instant: { type: "string", format: "date-time", description: "In UTC" },
  bit: { type: "integer", enum: [0, 1] },
  boolean: { type: "boolean" },
  ref: { type: "integer", minimum: 1 },
};
