type ChangeListener = (resources: readonly string[] | undefined) => void;

const listeners = new Set<ChangeListener>();

/** Tells of what has changed on the server, whether a list shows it or not: which resources, undefined for any. Returns how to stop. */
export function onChange(ear: ChangeListener): () => void {
  listeners.add(ear);
  return () => void listeners.delete(ear);
}

/** Passes on that something has changed in these resources; without them, that anything may have. */
export function emitChange(resources?: readonly string[]): void {
  for (const ear of listeners) ear(resources);
}
