import { Visitor } from "./visitor.ts";

const addresses = ["/", "/login", "/api/plot", "/api/nope", "/api/docs", "/assets/nope.js", "/healthz"];

/** What browsers are told at every kind of address: scripts of the portal only, no guessing of types, no frames, nothing kept. */
export async function wrongPolicies(url: string): Promise<{ looked: number; wrong: string[] }> {
  const guest = new Visitor(url);
  const wrong: string[] = [];
  for (const path of addresses) {
    const { headers } = await guest.call({ path });
    const policy = String(headers["content-security-policy"] ?? "");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    if (scripts === "" || scripts.includes("unsafe")) wrong.push(`${path}: scripts from ${scripts || "anywhere"}`);
    if (!policy.includes("frame-ancestors 'none'")) wrong.push(`${path}: may be framed`);
    if (headers["x-content-type-options"] !== "nosniff") wrong.push(`${path}: types may be guessed`);
    const isApi = path.startsWith("/api/") && path !== "/api/docs";
    if (isApi && headers["cache-control"] !== "no-store") wrong.push(`${path}: may be kept`);
  }
  return { looked: addresses.length, wrong };
}
