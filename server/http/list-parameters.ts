import { isDay } from "../../shared/dates.ts";
import type { FieldKind } from "../../shared/fields.ts";
import { hasAtMostTwoDecimals } from "../../shared/money.ts";
import type { AnyResource, ListFilter } from "../../shared/registry.ts";

/** A parameter of a list: what the documentation says of it, and which texts it takes. */
export interface ListParameter {
  description: string;
  schema: Readonly<Record<string, unknown>>;
  accepts: (text: string) => boolean;
}

const maxLimit = 100_000;
const parameterCache = new WeakMap<AnyResource, ReadonlyMap<string, ListParameter>>();

/** Everything that a list of the resource may be asked by. */
export function listParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const parameters = parameterCache.get(resource) ?? createParameters(resource);
  parameterCache.set(resource, parameters);
  return parameters;
}

function createParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const orders = sortableFields(resource).flatMap((field) => [field, `-${field}`]);
  return new Map<string, ListParameter>([
    ["limit", { ...wholeNumber(maxLimit), description: "How many records at most; all when left out" }],
    [
      "after",
      { ...wholeNumber(), description: "The id of the last record read: what comes behind it in the same order" },
    ],
    ["q", { ...anyText, description: "Plain text to look for, whatever its case" }],
    [
      "sort",
      { ...oneOf(orders), description: "The field to sort by, descending with a minus before it; the id if left out" },
    ],
    ...filterParameters(resource),
  ]);
}

function filterParameters({ derivedFrom, fields, filters }: AnyResource): [string, ListParameter][] {
  if (derivedFrom) {
    const inSource = listParameters(derivedFrom.source);
    const names = { ...Object.fromEntries(Object.keys(filters).map((name) => [name, name])), ...derivedFrom.fieldMap };
    return Object.entries(names).flatMap(([name, source]): [string, ListParameter][] => {
      const parameter = inSource.get(source);
      return parameter ? [[name, { ...parameter, description: describeFilter(name) }]] : [];
    });
  }
  const own = [...fields].flatMap(([name, { kind }]): [string, ListParameter][] =>
    kind === "list" ? [] : [[name, { ...parameterTypes[kind], description: describeFilter(name) }]],
  );
  return [
    ...own,
    ...Object.entries(filters).map(([name, filter]): [string, ListParameter] => [
      name,
      namedFilterParameter(name, filter),
    ]),
  ];
}

/** The fields by which the database can sort. */
function sortableFields({ derivedFrom, fields }: AnyResource): string[] {
  const names = derivedFrom
    ? Object.entries(derivedFrom.fieldMap)
    : [...fields.keys()].map((name) => [name, name] as const);
  const kept = derivedFrom?.source.fields ?? fields;
  return names.filter(([, name]) => kept.has(name) && kept.get(name)?.kind !== "list").map(([name]) => name);
}

function namedFilterParameter(name: string, filter: ListFilter): ListParameter {
  if (!("defaultValue" in filter)) return { ...wholeNumber(), description: describeFilter(name) };
  const { schema, accepts } = parameterTypes.bit;
  const description = `1 for the records whose ${filter.field} is set, 0 for those where it is not`;
  return { description, schema: { ...schema, default: String(filter.defaultValue) }, accepts };
}

function describeFilter(name: string): string {
  return `Only records with this ${name}`;
}

type ParameterType = Omit<ListParameter, "description">;

const anyText: ParameterType = { schema: { type: "string" }, accepts: () => true };
const anyInteger: ParameterType = {
  schema: { type: "integer" },
  accepts: (text) => /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)),
};
const parameterTypes: Readonly<Record<Exclude<FieldKind, "list">, ParameterType>> = {
  text: anyText,
  instant: anyText,
  integer: anyInteger,
  ref: anyInteger,
  money: {
    schema: { type: "number", minimum: 0 },
    accepts: (text) => /^\d+(\.\d+)?$/.test(text) && hasAtMostTwoDecimals(Number(text)),
  },
  day: { schema: { type: "string", format: "date" }, accepts: isDay },
  bit: oneOf(["0", "1", "true", "false"]),
  yesNo: oneOf(["0", "1", "true", "false"]),
};

function wholeNumber(maximum = Number.MAX_SAFE_INTEGER): ParameterType {
  return {
    schema: { type: "integer", minimum: 0, maximum },
    accepts: (text) => /^\d+$/.test(text) && Number(text) <= maximum,
  };
}

function oneOf(words: readonly string[]): ParameterType {
  return { schema: { type: "string", enum: words }, accepts: (text) => words.includes(text) };
}
