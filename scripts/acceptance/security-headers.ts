import { ApiClient } from "./api-client.ts";

const paths = ["/", "/login", "/api/plot", "/api/nope", "/api/docs", "/assets/nope.js", "/healthz"];

/** What browsers are told at every kind of address: scripts of the portal only, no guessing of types, no frames, nothing kept. */
export async function checkSecurityHeaders(url: string): Promise<{ checked: number; violations: string[] }> {
  const guest = new ApiClient(url);
  const violations: string[] = [];
  for (const path of paths) {
    const { headers } = await guest.send({ path });
    const policy = String(headers["content-security-policy"] ?? "");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    if (scripts === "" || scripts.includes("unsafe")) violations.push(`${path}: scripts from ${scripts || "anywhere"}`);
    if (!policy.includes("frame-ancestors 'none'")) violations.push(`${path}: may be framed`);
    if (headers["x-content-type-options"] !== "nosniff") violations.push(`${path}: types may be guessed`);
    const isApi = path.startsWith("/api/") && path !== "/api/docs";
    if (isApi && headers["cache-control"] !== "no-store") violations.push(`${path}: may be kept`);
  }
  return { checked: paths.length, violations };
}
