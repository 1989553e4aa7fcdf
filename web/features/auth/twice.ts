import { z } from "zod";

/** The field in which a new password is typed once more. */
export const again = { confirm: z.string() };

/** For `superRefine` of a form with a password typed twice. */
export function sameTwice(
  { password, confirm }: { password: string; confirm: string },
  context: { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void },
): void {
  if (confirm !== password) context.addIssue({ code: "custom", path: ["confirm"], message: "Passwords do not match" });
}
