import { z } from "zod";

const answer = z.object({ token: z.string() });

/** A session of the demonstration's administrator; answers its token. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "admin123" }),
  });
  return answer.parse(await response.json()).token;
}
