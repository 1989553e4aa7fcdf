/**
 * Splits the items into consecutive chunks. A new chunk begins at each item that does not belong to the current one.
 */
export function chunkWhile<Item>(
  items: Iterable<Item>,
  belongsToChunk: (item: Item, chunk: readonly Item[]) => boolean,
): Item[][] {
  const chunks: Item[][] = [];
  for (const item of items) {
    const last = chunks.at(-1);
    if (last && belongsToChunk(item, last)) last.push(item);
    else chunks.push([item]);
  }
  return chunks;
}

/** The items by key; keys are in order of first occurrence. */
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
