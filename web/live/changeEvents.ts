type ChangeListener = (resources: readonly string[] | undefined) => void;

const listeners = new Set<ChangeListener>();

/**
 * Calls the listener with the names of changed resources, or with undefined when any may have changed. Returns the
 * unsubscribe function.
 */
export function onChange(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls the listeners with the names of changed resources. Without names, any may have changed. */
export function emitChange(resources?: readonly string[]): void {
  for (const listener of listeners) listener(resources);
}
