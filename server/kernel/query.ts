import type { FieldMeta } from "../../shared/fields.ts";
import { hasAtMostTwoDecimals, toPaisa } from "../../shared/money.ts";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, defaultsOf } from "../../shared/registry.ts";
import type { Mirror } from "./mirror.ts";
import { joinedValue } from "./present.ts";
import { invalid } from "./refusal.ts";
import { among, between, type Filter, type Store, where } from "./store.ts";
import { idOf } from "./transaction.ts";

export interface ListQuery {
  filter: Filter;
  sort: Readonly<Record<string, 1 | -1>>;
  /** How many at most; all when undefined. */
  limit: number | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;
const largestLimit = 100_000;

/** Reads a list's parameters: `limit`, `after`, `sort`, `q`, a filter per field and the resource's own. Unknown ones are refused. */
export async function listQuery(
  resource: AnyResource,
  { parameters, viewer, mirror, store }: { parameters: Parameters; viewer: Viewer; mirror: Mirror; store: Store },
): Promise<ListQuery> {
  const { viewOf, search } = resource;
  if (viewOf)
    return listQuery(
      { ...viewOf.source, search },
      { parameters: namedBySource(resource, parameters), viewer, mirror, store },
    );
  const parts: Filter[] = [ownRows(resource, viewer)];
  for (const [name, value] of Object.entries(defaultsOf(resource.filters)))
    if (parameters[name] === undefined) parts.push(filterFor(resource, name, String(value)));
  let limit: number | undefined;
  let sort: Sort = { field: resource.id, direction: 1 };
  let after: number | undefined;
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string") throw wrong(name);
    if (name === "limit") limit = wholeNumber(name, value, largestLimit);
    else if (name === "after") after = wholeNumber(name, value);
    else if (name === "sort") sort = sortOf(resource, value);
    else if (name === "q") parts.push(searchFor(resource, value, mirror));
    else parts.push(filterFor(resource, name, value));
  }
  if (after !== undefined) parts.push(await rowsAfter(resource, { after, sort, store, viewer }));
  return { filter: allOf(parts), sort: { [sort.field]: sort.direction, [resource.id]: sort.direction }, limit };
}

/** The parameters of a view's list in the words of its source. */
function namedBySource({ viewOf, filters }: AnyResource, parameters: Parameters): Parameters {
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(parameters)) {
    const same = ["limit", "after", "q", "sort"].includes(name) || Object.hasOwn(filters, name);
    const inSource = same ? name : sourceName(name);
    if (inSource === undefined || named.has(inSource)) throw wrong(name);
    named.set(inSource, name === "sort" ? sortName(value) : value);
  }
  return Object.fromEntries(named);

  function sourceName(name: string): string | undefined {
    return viewOf && Object.hasOwn(viewOf.names, name) ? viewOf.names[name] : undefined;
  }

  function sortName(value: unknown): string {
    const [, minus = "", field = ""] = /^(-?)(.*)$/.exec(String(value)) ?? [];
    const inSource = sourceName(field);
    if (inSource === undefined) throw wrong("sort");
    return minus + inSource;
  }
}

/** The rows that the viewer may know of. */
export function ownRows(resource: AnyResource, viewer: Viewer): Filter {
  return viewer.scope === "own" && resource.own !== undefined ? { [resource.own]: among([...viewer.plots]) } : {};
}

interface Sort {
  field: string;
  direction: 1 | -1;
}

function sortOf(resource: AnyResource, value: string): Sort {
  const descending = value.startsWith("-");
  const field = descending ? value.slice(1) : value;
  const meta = resource.fields.get(field);
  if (!meta || meta.kind === "list") throw wrong("sort");
  return { field, direction: descending ? -1 : 1 };
}

function filterFor(resource: AnyResource, name: string, value: string): Filter {
  const named = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
  if (named && "byDefault" in named)
    return { [named.field]: flagOf(name, value, "bit") === 1 ? where({ $ne: null }) : null };
  if (named) {
    if ("pattern" in named) return { [named.field]: where({ $regex: named.pattern(wholeNumber(name, value)).source }) };
    const [from, to] = named.range(wholeNumber(name, value));
    return { [named.field]: between(from, to) };
  }
  const meta = resource.fields.get(name);
  if (!meta || meta.kind === "list") throw wrong(name);
  return { [name]: valueIn(name, value, meta) };
}

function valueIn(name: string, value: string, { kind }: FieldMeta): unknown {
  if (kind === "text" || kind === "day" || kind === "instant") return value;
  if (kind === "yesNo" || kind === "bit") return flagOf(name, value, kind);
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) throw wrong(name);
  if (kind !== "money") return number;
  if (!hasAtMostTwoDecimals(number)) throw wrong(name);
  return toPaisa(number);
}

function flagOf(name: string, value: string, kind: "yesNo" | "bit"): unknown {
  if (!["0", "1", "true", "false"].includes(value)) throw wrong(name);
  const yes = value === "1" || value === "true";
  return kind === "yesNo" ? yes : Number(yes);
}

/** Plain text, looked for in the resource's search fields; never a pattern. */
function searchFor(resource: AnyResource, value: string, mirror: Mirror): Filter {
  const sought = value.replaceAll("\0", "").normalize("NFC").trim();
  if (sought === "") return {};
  const matches: Filter[] = [];
  for (const field of resource.search) {
    const join = resource.joined[field];
    const kind = resource.fields.get(field)?.kind;
    if (join) matches.push({ [join.via]: among(idsWhose(join.target, field, { sought, mirror })) });
    else if (kind === "text") matches.push({ [field]: where({ $regex: escaped(sought), $options: "i" }) });
    else if (/^\d+(\.\d{1,2})?$/.test(sought) && hasAtMostTwoDecimals(Number(sought)))
      matches.push({ [field]: kind === "money" ? toPaisa(Number(sought)) : Number(sought) });
  }
  return matches.length > 0 ? { $or: matches } : { [resource.id]: among([]) };
}

function idsWhose(
  target: AnyResource,
  field: string,
  { sought, mirror }: { sought: string; mirror: Mirror },
): number[] {
  const wanted = sought.toLowerCase();
  const ids: number[] = [];
  for (const row of mirror.all(target)) {
    const join = target.joined[field];
    const value = join ? joinedValue(join, row, mirror) : row[field];
    if (String(value).toLowerCase().includes(wanted)) ids.push(idOf(target, row));
  }
  return ids;
}

/** What comes after the record `after` in this order, so that a page stays in place while rows are added and removed. */
async function rowsAfter(
  resource: AnyResource,
  { after, sort, store, viewer }: { after: number; sort: Sort; store: Store; viewer: Viewer },
): Promise<Filter> {
  const beyond = sort.direction === 1 ? "$gt" : "$lt";
  if (sort.field === resource.id) return { [resource.id]: where({ [beyond]: after }) };
  const last = await store.get(resource, after);
  if (!last || !mayHold(viewer, resource, last)) throw wrong("after");
  const value = last[sort.field];
  const equal = { [sort.field]: value, [resource.id]: where({ [beyond]: after }) };
  return { $or: [...valuesBeyond(sort, value), equal] };
}

/** Rows without a value come first, and last in the other direction; `$gt` and `$lt` would leave them out. */
function valuesBeyond({ field, direction }: Sort, value: unknown): Filter[] {
  if (direction === 1) return [{ [field]: where(value === null ? { $ne: null } : { $gt: value }) }];
  return value === null ? [] : [{ [field]: where({ $lt: value }) }, { [field]: null }];
}

function allOf(parts: readonly Filter[]): Filter {
  const real = parts.filter((part) => Object.keys(part).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

function wholeNumber(name: string, value: string, largest = Number.MAX_SAFE_INTEGER): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > largest) throw wrong(name);
  return number;
}

function escaped(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function wrong(name: string) {
  const message = `Unknown or wrong parameter: ${name}`;
  return invalid(message, { [name]: message });
}
