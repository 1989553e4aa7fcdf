import { z } from "zod";

/** The schema with a field `confirm`, which must repeat the new password in `field`. */
export function withPasswordConfirmation<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  field: "password" | "newPassword",
) {
  return schema
    .extend({ confirm: z.string() })
    .refine((values: Readonly<Record<string, unknown>>) => values[field] === values.confirm, {
      path: ["confirm"],
      message: "Passwords do not match",
    });
}
