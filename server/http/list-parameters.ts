import { isDay } from "../../shared/dates.ts";
import type { ListFilter } from "../../shared/domain/list-filters.ts";
import type { FieldKind, FieldMeta } from "../../shared/field-meta.ts";
import { isExactInPaisa } from "../../shared/money.ts";
import { plotFieldsOf } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { maxSearchLength } from "../../shared/text.ts";

/** A query parameter of a list, with its documentation and validation. */
export interface ListParameter {
  description: string;
  /** JSON Schema of the value, for the OpenAPI document. */
  schema: Readonly<Record<string, unknown>>;
  /** Whether the text in the URL is a valid value. */
  accepts: (text: string) => boolean;
}

const maxLimit = 100_000;
const parameterCache = new WeakMap<AnyResource, ReadonlyMap<string, ListParameter>>();

/** The query parameters of a list, by name. */
export function listParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const parameters = parameterCache.get(resource) ?? createParameters(resource);
  parameterCache.set(resource, parameters);
  return parameters;
}

function createParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const sortValues = listSortableFields(resource).flatMap((field) => [field, `-${field}`]);
  return new Map<string, ListParameter>([
    ["limit", { ...wholeNumber(maxLimit), description: "Maximum number of records; all if omitted" }],
    [
      "after",
      {
        ...wholeNumber(),
        description: "The id of the last record read; the list continues after it in the same order",
      },
    ],
    ["q", { ...searchText, description: "Words to search for by their beginning, ignoring case" }],
    [
      "sort",
      {
        ...oneOf(sortValues),
        description: "The field to sort by, with a leading minus for descending order; by id if omitted",
      },
    ],
    ...createFilterParameters(resource),
  ]);
}

function createFilterParameters(resource: AnyResource): [string, ListParameter][] {
  const { derivedFrom, fields, joins, filters } = resource;
  if (derivedFrom) {
    const fieldNames = derivedFrom.flatMap(({ fieldMap }) => Object.keys(fieldMap));
    const names = new Set([...Object.keys(filters), ...fieldNames, ...Object.keys(joins)]);
    return [...names].flatMap((name): [string, ListParameter][] => {
      const parameter = derivedFrom
        .map(({ source, fieldMap }) => listParameters(source).get(fieldMap[name] ?? name))
        .find(Boolean);
      return parameter ? [[name, { ...parameter, description: describeFilter(name) }]] : [];
    });
  }
  const fieldParameters = [...fields.keys(), ...Object.keys(joins)].flatMap((name): [string, ListParameter][] => {
    const kind = readFieldMeta(resource, name)?.kind;
    if (kind === undefined || isComposite(kind)) return [];
    return [[name, { ...parameterTypes[kind], description: describeFilter(name) }]];
  });
  const namedFilters = Object.entries(filters).map(([name, filter]): [string, ListParameter] => [
    name,
    createNamedFilter(name, filter),
  ]);
  return [...fieldParameters, ...namedFilters];
}

/**
 * The fields by which a list can be sorted: of a resource with `sortFields` those with an index, otherwise all that
 * hold a single value. A field of a derived resource must be sortable, or constant, in every source.
 */
export function listSortableFields(resource: AnyResource): string[] {
  const { derivedFrom, fields, idField, sortFields } = resource;
  if (derivedFrom)
    return [...fields.keys()].filter((name) =>
      derivedFrom.every(
        ({ source, fieldMap, constants }) =>
          name in constants || listSortableFields(source).includes(fieldMap[name] ?? ""),
      ),
    );
  if (sortFields) return [...new Set([idField, ...plotFieldsOf(resource), ...sortFields])];
  return [...fields.keys()].filter((name) => !isComposite(fields.get(name)?.kind));
}

/** The meta of a field of the records, which can be joined. */
export function readFieldMeta({ fields, joins }: AnyResource, name: string): FieldMeta | undefined {
  const join = Object.hasOwn(joins, name) ? joins[name] : undefined;
  return join ? readFieldMeta(join.target, join.targetField) : fields.get(name);
}

type CompositeKind = "list" | "group";

/** Whether fields of this kind hold several values. Records cannot be filtered or sorted by such fields. */
function isComposite(kind: FieldKind | undefined): kind is CompositeKind {
  return kind === "list" || kind === "group";
}

/** The parameter of a filter that the resource declares. */
function createNamedFilter(name: string, filter: ListFilter): ListParameter {
  if (!("defaultValue" in filter)) return { ...wholeNumber(), description: describeFilter(name) };
  const { schema, accepts } = parameterTypes.bit;
  const description = `1 for records with ${filter.field}, 0 for records without it`;
  return { description, schema: { ...schema, default: String(filter.defaultValue) }, accepts };
}

function describeFilter(name: string): string {
  return `Only records with this ${name}`;
}

type ParameterType = Omit<ListParameter, "description">;

const anyText: ParameterType = { schema: { type: "string" }, accepts: () => true };
const searchText: ParameterType = {
  schema: { type: "string", maxLength: maxSearchLength },
  accepts: (text) => text.length <= maxSearchLength,
};
const anyInteger: ParameterType = {
  schema: { type: "integer" },
  accepts: (text) => /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)),
};
const parameterTypes: Readonly<Record<Exclude<FieldKind, CompositeKind>, ParameterType>> = {
  text: anyText,
  instant: anyText,
  integer: anyInteger,
  ref: anyInteger,
  money: {
    schema: { type: "number", minimum: 0 },
    accepts: (text) => /^\d+(\.\d+)?$/.test(text) && isExactInPaisa(Number(text)),
  },
  day: { schema: { type: "string", format: "date" }, accepts: isDay },
  bit: oneOf(["0", "1", "true", "false"]),
  boolean: oneOf(["0", "1", "true", "false"]),
};

function wholeNumber(maximum = Number.MAX_SAFE_INTEGER): ParameterType {
  return {
    schema: { type: "integer", minimum: 0, maximum },
    accepts: (text) => /^\d+$/.test(text) && Number(text) <= maximum,
  };
}

function oneOf(values: readonly string[]): ParameterType {
  return { schema: { type: "string", enum: values }, accepts: (text) => values.includes(text) };
}
