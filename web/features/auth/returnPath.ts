/** The path to return to after signing in. RequireAccess stores it in the location's state. */
export function readReturnPath(state: unknown): string | undefined {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") ? from : undefined;
}
