import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "../../api/request.ts";

interface ServerErrorTarget<Typed extends FieldValues> {
  form: UseFormReturn<Typed, unknown, unknown>;
  /** The form's fields, in order. */
  fields: readonly FieldPath<Typed>[];
  fallbackMessage: string;
}

/** Sets what the server said of each field at the field; returns what remains to be said below the form. */
export function applyServerErrors<Typed extends FieldValues>(
  problem: unknown,
  { form, fields, fallbackMessage }: ServerErrorTarget<Typed>,
): string | undefined {
  if (!(problem instanceof ApiError)) return fallbackMessage;
  const { errors } = problem;
  const named = fields.filter((name) => errors[name] !== undefined);
  for (const name of named) form.setError(name, { message: errors[name] }, { shouldFocus: name === named[0] });
  return named.length > 0 ? undefined : problem.message;
}
