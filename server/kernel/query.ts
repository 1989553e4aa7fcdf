import type { FieldKind } from "../../shared/fields.ts";
import { defaultsOf } from "../../shared/listed.ts";
import { hasAtMostTwoDecimals, toPaisa } from "../../shared/money.ts";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, View } from "../../shared/registry.ts";
import { lastState } from "./audit.ts";
import { listParameters } from "./list-parameters.ts";
import type { Mirror } from "./mirror.ts";
import { joinedValue } from "./present.ts";
import { wrongParameter } from "./refusal.ts";
import { among, between, type Filter, type Store, where } from "./store.ts";
import { idOf } from "./transaction.ts";

export interface ListQuery {
  filter: Filter;
  sort: Readonly<Record<string, 1 | -1>>;
  /** How many at most; all when undefined. */
  limit: number | undefined;
}

type Parameters = Readonly<Record<string, string>>;

interface QueryParts {
  viewer: Viewer;
  mirror: Mirror;
  store: Store;
}

/** Reads a list's parameters: `limit`, `after`, `sort`, `q`, a filter per field and the resource's own. Unknown and wrong ones are refused. */
export function listQuery(
  resource: AnyResource,
  { parameters, ...parts }: QueryParts & { parameters: Readonly<Record<string, unknown>> },
): Promise<ListQuery> {
  const taken = listParameters(resource);
  const checked: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" || !taken.get(name)?.takes(value)) throw wrongParameter(name);
    checked.push([name, value]);
  }
  const { viewOf, search } = resource;
  if (!viewOf) return queryOf(resource, Object.fromEntries(checked), parts);
  return queryOf({ ...viewOf.source, search }, namedBySource(viewOf, checked), parts);
}

async function queryOf(
  resource: AnyResource,
  parameters: Parameters,
  { viewer, mirror, store }: QueryParts,
): Promise<ListQuery> {
  const { limit, after, q, sort: order, ...named } = parameters;
  const parts: Filter[] = [ownRows(resource, viewer)];
  for (const [name, value] of Object.entries({ ...defaultsOf(resource.filters), ...named }))
    parts.push(filterFor(resource, name, String(value)));
  if (q !== undefined) parts.push(searchFor(resource, q, mirror));
  const sort = sortOf(order ?? resource.id);
  if (after !== undefined) parts.push(await rowsAfter(resource, { after: Number(after), sort, store, viewer }));
  return {
    filter: allOf(parts),
    sort: { [sort.field]: sort.direction, [resource.id]: sort.direction },
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** The parameters of a view's list in the words of its source; of two that mean the same there the second is refused. */
function namedBySource({ names }: View, parameters: readonly (readonly [string, string])[]): Parameters {
  const named = new Map<string, string>();
  for (const [name, value] of parameters) {
    const inSource = sourceName(name);
    if (named.has(inSource)) throw wrongParameter(name);
    const { field, direction } = sortOf(value);
    named.set(inSource, name === "sort" ? `${direction === 1 ? "" : "-"}${sourceName(field)}` : value);
  }
  return Object.fromEntries(named);

  function sourceName(name: string): string {
    return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
  }
}

/** The rows that the viewer may know of. */
function ownRows(resource: AnyResource, viewer: Viewer): Filter {
  return viewer.scope === "own" && resource.own !== undefined ? { [resource.own]: among([...viewer.plots]) } : {};
}

interface Sort {
  field: string;
  direction: 1 | -1;
}

function sortOf(order: string): Sort {
  return order.startsWith("-") ? { field: order.slice(1), direction: -1 } : { field: order, direction: 1 };
}

function filterFor(resource: AnyResource, name: string, value: string): Filter {
  const named = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
  if (!named) return { [name]: valueIn(value, resource.fields.get(name)?.kind) };
  if ("byDefault" in named) return { [named.field]: isYes(value) ? where({ $ne: null }) : null };
  if ("pattern" in named) return { [named.field]: where({ $regex: named.pattern(Number(value)).source }) };
  const [from, to] = named.range(Number(value));
  return { [named.field]: between(from, to) };
}

function valueIn(value: string, kind: FieldKind | undefined): unknown {
  if (kind === "integer" || kind === "ref") return Number(value);
  if (kind === "money") return toPaisa(Number(value));
  if (kind === "yesNo") return isYes(value);
  return kind === "bit" ? Number(isYes(value)) : value;
}

function isYes(value: string): boolean {
  return value === "1" || value === "true";
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
  // A page begins where the one before ended also when that record has gone meanwhile.
  const last = (await store.get(resource, after)) ?? (await lastState(store.connection, { resource, id: after }));
  if (!last || !mayHold(viewer, resource, last)) throw wrongParameter("after");
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

function escaped(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
