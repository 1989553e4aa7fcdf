/** The items in their order, cut where the next one does not go with those before it. */
export function chunkWhile<Item>(
  items: Iterable<Item>,
  goesWith: (item: Item, run: readonly Item[]) => boolean,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && goesWith(item, last)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** The items by key, in the order in which each key first came. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
