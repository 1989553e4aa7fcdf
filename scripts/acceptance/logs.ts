import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { ApiClient } from "./api-client.ts";
import { measureInvalidSettings } from "./invalid-settings.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues, createSociety } from "./sample-society.ts";

const requestEntry = z.looseObject({
  level: z.int(),
  req: z.looseObject({ id: z.union([z.int(), z.string()]), method: z.string(), url: z.string() }),
  res: z.looseObject({ statusCode: z.int() }),
  responseTime: z.number(),
});

const forbiddenPattern =
  /owners\.example\.org|staff\.example\.org|127\.0\.0\.1|::1|argon2|Bearer|not the one|of-a-letter/;

/** The log of a portal that says all it has to say while people sign in, err, forget and are written to; and wrong settings. */
export function measureLogs(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { LOG_LEVEL: "trace" };
  return withPortal(place, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 3 });
    await createColleagues(admin, { url: portal.url, count: 2 });
    const guest = new ApiClient(portal.url);
    const post = (path: string, body: unknown) => guest.send({ method: "POST", path, body });
    await post("/api/auth/login", { username: "admin", password: "not the one" });
    await post("/api/reset-password", { email: "colleague1@staff.example.org" });
    await post("/api/reset-password/confirm", { token: "of-a-letter", password: "not the one" });
    await guest.send({ path: "/reset-password?token=of-a-letter" });
    await admin.send({ path: "/api/plot?q=B-1@owners.example.org" });
    await admin.send({
      method: "PUT",
      path: "/api/me/password",
      body: { currentPassword: "not the one", newPassword: adminPassword },
    });
    const token = admin.token ?? "";
    await portal.stop();
    const lines = portal.output.filter((line) => line.startsWith("{"));
    const entries = lines.map((line) => requestEntry.safeParse(JSON.parse(line))).filter(({ success }) => success);
    const spoken = lines.filter(
      (line) => forbiddenPattern.test(line) || line.includes(token) || line.includes(adminPassword),
    );
    const users = lines.filter((line) => /"user":\d/.test(line)).length;
    const settings = await measureInvalidSettings(place);
    return {
      summary: [
        `${entries.length} requests in ${lines.length} lines, ${users} with their user, ${spoken.length} with a secret; ${settings.summary}`,
        ...spoken.slice(0, 2).map((line) => line.slice(0, 200)),
      ].join("; "),
      passed: entries.length > 0 && users > 0 && spoken.length === 0 && settings.passed,
    };
  });
}
