import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An address that stays while the portal behind it is restarted, as a proxy or a name gives it. Gone when the test ends. */
export async function aFront(portal: { url: () => string }): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((visitor) => {
    const { hostname, port } = new URL(portal.url());
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [visitor, behind],
      [behind, visitor],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The front has no address");
  return `http://127.0.0.1:${address.port}`;
}
