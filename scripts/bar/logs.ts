import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import type { Finding } from "./line.ts";
import { atPortal, type Place } from "./place.ts";
import { refusalsOfSettings } from "./settings.ts";
import { colleagues, settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

const entry = z.looseObject({
  level: z.int(),
  req: z.looseObject({ id: z.union([z.int(), z.string()]), method: z.string(), url: z.string() }),
  res: z.looseObject({ statusCode: z.int() }),
  responseTime: z.number(),
});

const never = /owners\.example\.org|staff\.example\.org|127\.0\.0\.1|::1|argon2|Bearer|not the one|of-a-letter/;

/** The log of a portal that says all it has to say while people sign in, err, forget and are written to; and wrong settings. */
export function measureLogs(place: Place): Promise<Finding> {
  const settings = { LOG_LEVEL: "trace" };
  return atPortal(place, settings, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    await settle(admin, { houses: 3 });
    await colleagues(admin, { url: portal.url, count: 2 });
    const guest = new Visitor(portal.url);
    const post = (path: string, body: unknown) => guest.call({ method: "POST", path, body });
    await post("/api/auth/login", { username: "admin", password: "not the one" });
    await post("/api/reset-password", { email: "colleague1@staff.example.org" });
    await post("/api/reset-password/confirm", { token: "of-a-letter", password: "not the one" });
    await guest.call({ path: "/reset-password?token=of-a-letter" });
    await admin.call({ path: "/api/plot?q=B-1@owners.example.org" });
    await admin.call({
      method: "PUT",
      path: "/api/me/password",
      body: { currentPassword: "not the one", newPassword: adminPassword },
    });
    const token = admin.token ?? "";
    await portal.stop();
    const lines = portal.said.filter((line) => line.startsWith("{"));
    const entries = lines.map((line) => entry.safeParse(JSON.parse(line))).filter(({ success }) => success);
    const spoken = lines.filter((line) => never.test(line) || line.includes(token) || line.includes(adminPassword));
    const users = lines.filter((line) => /"user":\d/.test(line)).length;
    const settings = await refusalsOfSettings(place);
    return {
      figure: [
        `${entries.length} requests in ${lines.length} lines, ${users} with their user, ${spoken.length} with a secret; ${settings.figure}`,
        ...spoken.slice(0, 2).map((line) => line.slice(0, 200)),
      ].join("; "),
      holds: entries.length > 0 && users > 0 && spoken.length === 0 && settings.holds,
    };
  });
}
