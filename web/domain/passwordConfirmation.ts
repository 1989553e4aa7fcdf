import { z } from "zod";

/** Schema of the field that repeats a new password. */
export const passwordConfirmation = { confirm: z.string() };

/** The error if the two passwords differ, for zod's `refine`. */
export const passwordMismatch = { path: ["confirm"], message: "Passwords do not match" };
