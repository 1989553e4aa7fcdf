import { z } from "zod";

/** The second field for a new password. */
export const passwordConfirmation = { confirm: z.string() };

/** The error when the two passwords differ. */
export const passwordMismatch = { path: ["confirm"], message: "Passwords do not match" };
