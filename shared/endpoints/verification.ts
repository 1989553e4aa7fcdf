import { z } from "zod";
import { differenceKinds } from "../domain/verification.ts";
import { verification } from "../resources/verification.ts";
import { defineEndpoint } from "./endpoint.ts";

const difference = z.object({
  commit: z
    .string()
    .nullable()
    .meta({ description: "The transaction that was changed, follows a removed one, or wrote the row last" }),
  resource: z.string().nullable(),
  id: z.int().nullable(),
  what: z.enum(differenceKinds),
});

const state = z.object({
  At: z.string().nullable().meta({ description: "When the last verification ended; null before the first" }),
  By: z.string().nullable(),
  Commits: z.int(),
  Head: z.string().meta({ description: "The hash of the last anchor, which depends on all commits up to then" }),
  Broken: difference.nullable().meta({ description: "The first difference; null if there is none" }),
  BreakCount: z.int(),
  Breaks: z.array(difference).meta({ description: "The first 100 differences" }),
  Running: z
    .object({ By: z.string(), Since: z.string() })
    .nullable()
    .meta({ description: "The verification that has not ended yet" }),
  HasFailed: z
    .boolean()
    .meta({ description: "The last verification was not completed; the fields are of an earlier one" }),
});

export type VerificationState = z.output<typeof state>;

export const readVerification = defineEndpoint({
  path: "/verification",
  guard: verification.guards.list,
  requiresScopeAll: true,
  summary: "The result of the last verification: commits against their chain, and all records against the commits",
  response: z.object({ data: state }),
});

export const startVerification = defineEndpoint({
  method: "post",
  path: "/verification",
  guard: verification.guards.create,
  requiresScopeAll: true,
  summary: "Start a verification in the background, unless one is running",
});
