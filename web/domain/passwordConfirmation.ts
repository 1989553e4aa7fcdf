import { z } from "zod";

/** The field in which a new password is typed once more. */
export const passwordConfirmation = { confirm: z.string() };

/** Where and what is said when the two differ. */
export const passwordMismatch = { path: ["confirm"], message: "Passwords do not match" };
