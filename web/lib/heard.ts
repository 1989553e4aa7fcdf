type Ear = (resources: readonly string[] | undefined) => void;

const ears = new Set<Ear>();

/** Tells of what has changed on the server, whether a list shows it or not: which resources, undefined for any. Returns how to stop. */
export function onHeard(ear: Ear): () => void {
  ears.add(ear);
  return () => void ears.delete(ear);
}

/** Passes on that something has changed in these resources; without them, that anything may have. */
export function tellHeard(resources?: readonly string[]): void {
  for (const ear of ears) ear(resources);
}
