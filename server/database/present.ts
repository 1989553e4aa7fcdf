import { paisa, toRupees } from "../../shared/money.ts";
import type { AnyResource, Join } from "../../shared/registry.ts";
import type { ReferenceCache } from "./reference-cache.ts";
import type { Doc } from "./store.ts";

export type Presenter = (row: Doc) => Record<string, unknown>;

/**
 * The only way out of a stored row: rupees for paisa, joined names beside ids, nothing that the resource does not declare.
 * The same for REST, live events and exports. A view is presented from the rows of its source.
 */
export function createPresenter(resource: AnyResource, mirror: ReferenceCache): Presenter {
  const plain: string[] = [];
  const money: string[] = [];
  const lists: [name: string, money: readonly string[]][] = [];
  for (const [name, { kind, money: inside = [] }] of resource.fields) {
    if (inside.length > 0) lists.push([name, inside]);
    else (kind === "money" ? money : plain).push(name);
  }
  const joined = Object.entries(resource.joins);
  const { derivedFrom } = resource;
  return derivedFrom ? (row) => present(derivedFrom.toRow(row)) : present;

  function present(row: Doc): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const name of plain) record[name] = row[name];
    for (const name of money) record[name] = presentAmount(row[name]);
    for (const [name, inside] of lists) record[name] = presentItems(row[name], inside);
    for (const [name, join] of joined) record[name] = joinedValue(join, row, mirror);
    return record;
  }
}

const joinedNamesCache = new WeakMap<AnyResource, readonly string[]>();

/** The resources whose names may stand beside a record's references, directly or through another. */
export function joinedResourceNames(resource: AnyResource): readonly string[] {
  const known = joinedNamesCache.get(resource);
  if (known) return known;
  const names = Object.values(resource.joins).flatMap(({ target }) => [target.name, ...joinedResourceNames(target)]);
  const found = [...new Set(names)];
  joinedNamesCache.set(resource, found);
  return found;
}

/** What a join shows for this row, through further joins where the value is itself joined. */
export function joinedValue({ via, target, name }: Join, row: Doc, mirror: ReferenceCache): unknown {
  const id = row[via];
  if (typeof id !== "number") return null;
  const referred = mirror.get(target, id);
  if (!referred) return null;
  const further = target.joins[name];
  return further ? joinedValue(further, referred, mirror) : referred[name];
}

function presentItems(items: unknown, money: readonly string[]): unknown {
  if (!Array.isArray(items)) return items;
  return items.map((item: Doc) => ({
    ...item,
    ...Object.fromEntries(money.map((name) => [name, presentAmount(item[name])])),
  }));
}

function presentAmount(value: unknown): unknown {
  return typeof value === "number" ? toRupees(paisa(value)) : value;
}
