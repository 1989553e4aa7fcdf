import { z } from "zod";

const loginReply = z.object({ token: z.string() });

/** A session of one of the demonstration's people; answers its token. */
export async function signIn(url: string, username: "admin" | "manager" = "admin"): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password: `${username}123` }),
  });
  return loginReply.parse(await response.json()).token;
}
