/** The path from which a redirect led here, as RequireAccess puts it into the location's state. */
export function readReturnPath(state: unknown): string | undefined {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") ? from : undefined;
}
