import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";

const longestPassword = 200;

/** What is asked for to sign in. */
export const credentials = z.object({
  username: z
    .string("Username must be at least 3 characters")
    .trim()
    .normalize("NFC")
    .min(3, "Username must be at least 3 characters")
    .max(200, "Username is too long"),
  password: z
    .string("Password must be at least 6 characters")
    .min(6, "Password must be at least 6 characters")
    .max(longestPassword, "Password is too long"),
});

export const login = defineEndpoint({
  method: "post",
  path: "/auth/login",
  guard: "open",
  summary: "Sign in",
  body: credentials,
});

export const logout = defineEndpoint({ method: "post", path: "/logout", guard: "signed-in", summary: "Sign out" });

export const me = defineEndpoint({
  method: "get",
  path: "/me",
  guard: "signed-in",
  summary: "Who is signed in, and what they may see and do",
});

/** Open to all: what the sign-in page shows before anybody is known. */
export const welcome = defineEndpoint({
  method: "get",
  path: "/welcome",
  guard: "open",
  summary: "The society's name and, in a demonstration, its accounts",
});
