/** The page of the portal that somebody asked for and was sent away from, as the state of their address tells. */
export function readReturnPath(state: unknown): string | undefined {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") ? from : undefined;
}
