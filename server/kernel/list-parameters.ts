import { isDay } from "../../shared/dates.ts";
import type { FieldKind } from "../../shared/fields.ts";
import { hasAtMostTwoDecimals } from "../../shared/money.ts";
import type { AnyResource, ListFilter } from "../../shared/registry.ts";

/** A parameter of a list: what the documentation says of it, and which texts it takes. */
export interface ListParameter {
  description: string;
  schema: Readonly<Record<string, unknown>>;
  takes: (text: string) => boolean;
}

const largestLimit = 100_000;
const known = new WeakMap<AnyResource, ReadonlyMap<string, ListParameter>>();

/** Everything that a list of the resource may be asked by. */
export function listParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const parameters = known.get(resource) ?? makeParameters(resource);
  known.set(resource, parameters);
  return parameters;
}

function makeParameters(resource: AnyResource): ReadonlyMap<string, ListParameter> {
  const orders = sortable(resource).flatMap((field) => [field, `-${field}`]);
  return new Map<string, ListParameter>([
    ["limit", { ...whole(largestLimit), description: "How many records at most; all when left out" }],
    ["after", { ...whole(), description: "The id of the last record read: what comes behind it in the same order" }],
    ["q", { ...anyText, description: "Plain text to look for, whatever its case" }],
    [
      "sort",
      { ...oneOf(orders), description: "The field to sort by, descending with a minus before it; the id if left out" },
    ],
    ...filtersOf(resource),
  ]);
}

function filtersOf({ viewOf, fields, filters }: AnyResource): [string, ListParameter][] {
  if (viewOf) {
    const inSource = listParameters(viewOf.source);
    const names = { ...Object.fromEntries(Object.keys(filters).map((name) => [name, name])), ...viewOf.names };
    return Object.entries(names).flatMap(([name, source]): [string, ListParameter][] => {
      const parameter = inSource.get(source);
      return parameter ? [[name, { ...parameter, description: described(name) }]] : [];
    });
  }
  const own = [...fields].flatMap(([name, { kind }]): [string, ListParameter][] =>
    kind === "list" ? [] : [[name, { ...kinds[kind], description: described(name) }]],
  );
  return [
    ...own,
    ...Object.entries(filters).map(([name, filter]): [string, ListParameter] => [name, filterNamed(name, filter)]),
  ];
}

/** The fields by which the database can sort. */
function sortable({ viewOf, fields }: AnyResource): string[] {
  const names = viewOf ? Object.entries(viewOf.names) : [...fields.keys()].map((name) => [name, name] as const);
  const kept = viewOf?.source.fields ?? fields;
  return names.filter(([, name]) => kept.has(name) && kept.get(name)?.kind !== "list").map(([name]) => name);
}

function filterNamed(name: string, filter: ListFilter): ListParameter {
  if (!("byDefault" in filter)) return { ...whole(), description: described(name) };
  const { schema, takes } = kinds.bit;
  const description = `1 for the records whose ${filter.field} is set, 0 for those where it is not`;
  return { description, schema: { ...schema, default: String(filter.byDefault) }, takes };
}

function described(name: string): string {
  return `Only records with this ${name}`;
}

type Kind = Omit<ListParameter, "description">;

const anyText: Kind = { schema: { type: "string" }, takes: () => true };
const anyInteger: Kind = {
  schema: { type: "integer" },
  takes: (text) => /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)),
};
const kinds: Readonly<Record<Exclude<FieldKind, "list">, Kind>> = {
  text: anyText,
  instant: anyText,
  integer: anyInteger,
  ref: anyInteger,
  money: {
    schema: { type: "number", minimum: 0 },
    takes: (text) => /^\d+(\.\d+)?$/.test(text) && hasAtMostTwoDecimals(Number(text)),
  },
  day: { schema: { type: "string", format: "date" }, takes: isDay },
  bit: oneOf(["0", "1", "true", "false"]),
  yesNo: oneOf(["0", "1", "true", "false"]),
};

function whole(maximum = Number.MAX_SAFE_INTEGER): Kind {
  return {
    schema: { type: "integer", minimum: 0, maximum },
    takes: (text) => /^\d+$/.test(text) && Number(text) <= maximum,
  };
}

function oneOf(words: readonly string[]): Kind {
  return { schema: { type: "string", enum: words }, takes: (text) => words.includes(text) };
}
